import Glibc
import Varlink

/// Many resume points, and what they cost.
package enum DaemonScale {
    /// What a start with what is stored costs.
    package struct Start {
        /// From exec to the answer to the first Get.
        package let firstRead: Duration
        /// The daemon's memory then, in bytes.
        package let residentBytes: Int
        /// What the daemon itself measured, in milliseconds.
        package let restoredMs: Int
    }

    /// Stores the points from `first` on, a thousand in a call and a few calls under way.
    package static func fill(
        _ client: Client,
        from first: Int = 0,
        count: Int,
        status: String = "paused"
    ) throws {
        var waiting = 0
        for start in stride(from: first, to: first + count, by: 1_000) {
            let snapshots = (start..<min(start + 1_000, first + count)).map { number in
                snapshot(number).with(["status": .string(status)])
            }
            try client.send("io.stated.Playback.SaveMany", ["snapshots": .array(snapshots)])
            waiting += 1
            if waiting == 4 {
                try take(client)
                waiting -= 1
            }
        }
        for _ in 0..<waiting { try take(client) }
    }

    /// The name of an item: as long as names are on average.
    package static func item(_ number: Int) -> String {
        "https://media.example.org/shows/\(number % 997)/episodes/\(number)"
    }

    /// Starts a daemon and reads the item of that number.
    package static func start(_ daemon: DaemonProcess, reading number: Int) throws -> Start {
        let clock = ContinuousClock()
        let begin = clock.now
        try daemon.launch()
        try daemon.waitForReady()
        let client = try daemon.client()
        let answer = try client.playback("Get", ["item": .string(item(number))])
        let end = clock.now
        guard answer["point.position"] == .double(position(number)), let program = daemon.program
        else { throw ClientStream.Failure(answer: answer) }
        return Start(
            firstRead: end - begin,
            residentBytes: try DaemonFiles.residentBytes(of: program.pid),
            restoredMs: try client.service("GetHealth")["health.restoredMs"]?.int ?? 0
        )
    }

    /// What it costs that a daemon writes down of very many points that they are paused.
    package struct Settling {
        /// How long it took.
        package var took = Duration.zero
        /// How long those waited meanwhile who asked for one of them, the shortest first.
        package var reads: [Duration] = []
        /// How long they waited for as many reads, and no more than 1,000, once all was done.
        package var quietReads: [Duration] = []
        /// The most memory that the daemon had, in bytes.
        package var residentBytes = 0
    }

    /// Reads now and then until the daemon has written down of each point that it is paused.
    ///
    /// They are known by their revisions: each was saved once, so those went up to `count`.
    package static func settle(_ daemon: DaemonProcess, count: Int) throws -> Settling {
        let clock = ContinuousClock()
        let begin = clock.now
        let client = try daemon.client()
        var settling = Settling()
        var probe = probes
        while probe > 0 {
            let (answer, waited) = try read(count - 1 - (probe - 1) * count / probes, client)
            settling.reads.append(waited)
            if answer["point.revision"]?.int ?? 0 > count { probe -= 1 }
            guard let program = daemon.program else { break }
            let resident = try DaemonFiles.residentBytes(of: program.pid)
            settling.residentBytes = max(settling.residentBytes, resident)
        }
        settling.took = clock.now - begin
        for number in 0..<min(1_000, settling.reads.count) {
            settling.quietReads.append(try read(number * 7_919 % count, client).waited)
        }
        settling.reads.sort()
        settling.quietReads.sort()
        return settling
    }

    /// Reads an item after a while: who asks all the time is served first, and the rest takes longer.
    private static func read(
        _ number: Int,
        _ client: Client
    ) throws -> (answer: Client.Answer, waited: Duration) {
        usleep(20_000)
        let clock = ContinuousClock()
        let asked = clock.now
        let answer = try client.playback("Get", ["item": .string(item(number))])
        return (answer, clock.now - asked)
    }

    /// How many points are looked at to see whether all are written down.
    private static let probes = 100

    private static func position(_ number: Int) -> Double {
        Double(number % 3_000) + 10.5
    }

    private static func snapshot(_ number: Int) -> JSONValue {
        .snapshot(
            item(number),
            position(number),
            ["duration": 5_400.0, "title": .string("Episode \(number)")]
        )
    }

    private static func take(_ client: Client) throws {
        let answer = try client.receive()
        guard answer.error == nil else { throw ClientStream.Failure(answer: answer) }
    }
}
