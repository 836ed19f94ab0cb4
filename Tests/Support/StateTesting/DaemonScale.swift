// SPDX-License-Identifier: Apache-2.0
import Glibc
import Varlink

/// Measurements with many resume points.
package enum DaemonScale {
    /// The cost of a start with stored points.
    package struct Start {
        /// The time from exec to the answer to the first Get.
        package let firstRead: Duration
        /// The daemon's resident memory after that, in bytes.
        package let residentBytes: Int
        /// The daemon's own measurement, in milliseconds.
        package let restoredMs: Int
    }

    /// Stores points from `first` on, 500 per call, with up to four outstanding calls.
    package static func fill(
        _ client: Client,
        from first: Int = 0,
        count: Int,
        status: String = "paused"
    ) throws {
        var waiting = 0
        for start in stride(from: first, to: first + count, by: 500) {
            let snapshots = (start..<min(start + 500, first + count)).map { number in
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

    /// Returns the name of an item, of about the average length.
    package static func item(_ number: Int) -> String {
        "https://media.example.org/shows/\(number % 997)/episodes/\(number)"
    }

    /// Starts a daemon and reads the item with the given number.
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

    /// The cost of storing that very many points are paused.
    package struct Settling {
        /// The total time.
        package var took = Duration.zero
        /// The times that reads of single points took meanwhile, shortest first.
        package var reads: [Duration] = []
        /// The times that reads took after that; as many, but at most 1,000.
        package var quietReads: [Duration] = []
        /// The peak resident memory of the daemon, in bytes.
        package var residentBytes = 0
    }

    /// Reads now and then until the daemon has stored that every point is paused.
    ///
    /// Stored points are recognised by their revisions: each point was saved once, so those went up
    /// to `count`.
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

    /// Reads an item after a pause.
    ///
    /// A client that asks continuously is served first, which would slow down the rest.
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

    /// The number of points that are sampled to find out if all are stored.
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
