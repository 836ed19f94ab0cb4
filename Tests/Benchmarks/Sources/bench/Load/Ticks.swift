// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A load of players that report their positions at a fixed rate and wait for no replies.
struct Ticks {
    /// The number of players, with one connection each.
    var players: Int
    /// The reports of each player per second.
    var rate: Int

    /// Runs the load against the daemon; an operation is a tick.
    func run(_ server: Stated, _ window: Window) throws -> Statistics {
        let connection = VarlinkConnection()
        let sockets = try (0..<players).map { _ in try server.connect() }
        var statistics = Statistics()
        let start = nanoseconds()
        let begin = start + Int(window.warmUp * 1e9)
        let end = begin + Int(window.length * 1e9)
        var cpu: (server: Double, client: Double)?
        var sent = 0
        let turn = server.process.turns
        defer { server.process.turns += sent / players + 1 }
        var now = start
        var wake = start
        while now < end {
            if cpu == nil, now >= begin { cpu = (server.cpu, CPU.own()) }
            // Spread over the second, as with real players.
            let due = (now - start) / 1_000 * (players * rate) / 1_000_000
            while sent < due {
                let player = sent % players
                try sockets[player].send { bytes in
                    connection.tick(
                        client: player,
                        item: 0,
                        turn: turn + sent / players,
                        to: &bytes
                    )
                }
                sent += 1
                if now >= begin { statistics.operations += 1 }
            }
            wake += 1_000_000
            var moment = timespec(tv_sec: wake / 1_000_000_000, tv_nsec: wake % 1_000_000_000)
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil)
            now = nanoseconds()
        }
        statistics.seconds = window.length
        statistics.serverCPU = server.cpu - (cpu?.server ?? 0)
        statistics.clientCPU = CPU.own() - (cpu?.client ?? 0)
        return statistics
    }
}
