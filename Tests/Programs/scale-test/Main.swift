// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateTesting

/// Stores very many resume points and prints what they cost.
@main
struct ScaleTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale-test",
        abstract: "Stores many resume points in a daemon of its own, and prints what they cost."
    )

    @Option(help: "How many points.")
    var points = 1_000_000

    @Option(help: "How often the daemon is started anew.")
    var starts = 5

    @Option(help: "Whether they are all \"paused\" or \"playing\" when the daemon ends.")
    var status = "paused"

    func run() throws {
        let daemon = try DaemonProcess.running()
        let clock = ContinuousClock()
        let filling = try clock.measure {
            try DaemonScale.fill(daemon.client(), count: points, status: status)
        }
        let health = try daemon.client().service("GetHealth")
        print("points        \(points) \(status), stored in \(seconds(filling))")
        print("store         \(megabytes(health["health.storeBytes"]?.int ?? 0))")
        if let program = daemon.program {
            print("resident      \(megabytes(try DaemonFiles.residentBytes(of: program.pid)))")
        }
        for number in 1...starts {
            // Every other time it had no time to say goodbye.
            if number.isMultiple(of: 2) { try daemon.kill() } else { try daemon.stop() }
            _ = daemon.manager.heard()
            let start = try DaemonScale.start(daemon, reading: points / starts * (number - 1))
            print(
                "start \(number)       first read after \(seconds(start.firstRead)),",
                "resident \(megabytes(start.residentBytes)), restored in \(start.restoredMs) ms"
            )
        }
        if status == "playing" {
            let settling = try DaemonScale.settle(daemon, count: points)
            print(
                "paused        all written in \(seconds(settling.took)),",
                "resident \(megabytes(settling.residentBytes))"
            )
            print("reads         meanwhile \(times(settling.reads))")
            print("              afterwards \(times(settling.quietReads))")
        }
        try reading(daemon, clock)
    }

    private func reading(_ daemon: DaemonProcess, _ clock: ContinuousClock) throws {
        let client = try daemon.client()
        let list = try clock.measure { try client.playback("List", ["limit": 1_000]) }
        print("list          1000 in \(seconds(list))")
        let save = try clock.measure { try client.save("new", 10) }
        print("save          one in \(seconds(save))")
        let stream = try ClientStream(daemon.socket)
        var standing = 0
        let subscribe = try clock.measure { standing = try stream.untilReady().count }
        print("subscribe     \(standing) changes in \(seconds(subscribe))")
        if let program = daemon.program {
            print("resident      \(megabytes(try DaemonFiles.residentBytes(of: program.pid)))")
        }
    }

    /// What the reads took, the shortest first.
    private func times(_ reads: [Duration]) -> String {
        let (typical, late) = (reads[reads.count / 2], reads[reads.count * 99 / 100])
        return "median \(seconds(typical)), 99th percentile \(seconds(late)), "
            + "longest \(seconds(reads[reads.count - 1])) of \(reads.count)"
    }

    private func seconds(_ duration: Duration) -> String {
        "\((duration / .milliseconds(1)).rounded() / 1_000) s"
    }

    private func megabytes(_ bytes: Int) -> String {
        "\(bytes >> 20) MiB"
    }
}
