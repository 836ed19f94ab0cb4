import Glibc

/// Players that tell where they are, so many times a second, and wait for no answer.
struct Ticks {
    /// How many players, one connection each.
    var players: Int
    /// How often each tells, per second.
    var rate: Int

    /// Runs the load against the daemon; an operation is a tick.
    func run(_ server: Stated, _ window: Window) throws -> Figures {
        let wire = VarlinkWire()
        let sockets = try (0..<players).map { _ in try server.connect() }
        var figures = Figures()
        let start = nanoseconds()
        let begin = start + Int(window.warmUp * 1e9)
        let end = begin + Int(window.length * 1e9)
        var cpu: (server: Double, client: Double)?
        var sent = 0
        let turn = server.process.turns
        defer { server.process.turns += sent / players + 1 }
        var now = start
        while now < end {
            if cpu == nil, now >= begin { cpu = (server.cpu, CPU.own()) }
            // Spread over the second, as players are.
            let due = (now - start) / 1_000 * (players * rate) / 1_000_000
            while sent < due {
                let player = sent % players
                try sockets[player].send { bytes in
                    wire.tick(client: player, item: 0, turn: turn + sent / players, to: &bytes)
                }
                sent += 1
                if now >= begin { figures.operations += 1 }
            }
            usleep(1_000)
            now = nanoseconds()
        }
        figures.seconds = window.length
        figures.serverCPU = server.cpu - (cpu?.server ?? 0)
        figures.clientCPU = CPU.own() - (cpu?.client ?? 0)
        return figures
    }
}
