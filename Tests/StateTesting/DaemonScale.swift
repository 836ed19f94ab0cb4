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
    package static func fill(_ client: Client, from first: Int = 0, count: Int) throws {
        var waiting = 0
        for start in stride(from: first, to: first + count, by: 1_000) {
            let snapshots = (start..<min(start + 1_000, first + count)).map(snapshot)
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
