import Glibc

/// One line of work, and those that are measured at it.
struct Work {
    /// Its name, for people.
    var name: String
    /// Who does it: measured one after the other in each round.
    var contenders: [(name: String, measure: () throws -> Figures)]

    /// The medians of so many rounds.
    func run(rounds: Int) throws -> [Row] {
        var figures = contenders.map { _ in [Figures]() }
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() {
                figures[index].append(try contender.measure())
            }
        }
        return zip(contenders, figures).map { Row(name, $0.name, $1) }
    }
}

/// What is measured: every server is up all the time, each has items of its own.
final class Plan {
    private let servers: [any Server]
    private let own: Stated
    private let redis: Redis
    private let folder: String
    private let window: Window
    private let command: String?

    /// Starts the servers below a folder; `command` is statectl, if that is to be timed.
    init(program: String, command: String?, folder: String, window: Window) throws {
        self.command = command
        self.folder = folder
        self.window = window
        let place = { (name: String) in
            let path = folder + "/" + name
            mkdir(path, 0o700)
            return path
        }
        own = try Stated(program: program, folder: place("stated"))
        redis = try Redis(sync: "always", folder: place("redis-always"))
        servers = [
            own, redis, try Redis(sync: "everysec", folder: place("redis-everysec")),
            try Mosquitto(folder: place("mosquitto")),
        ]
    }

    /// All cases, in order.
    var works: [Work] {
        [
            floors,
            // First those whose subscribers begin with all that stands: while that is little.
            fanOut("100 subscribers, as fast as it goes", FanOut(subscribers: 100)),
            fanOut("100 subscribers, 1000 messages/s", FanOut(subscribers: 100, rate: 1_000)),
            deaf, ticks, sqlite, closed(clients: 1, depth: 1), closed(clients: 8, depth: 1),
            closed(clients: 64, depth: 1), closed(clients: 1, depth: 64),
        ] + (command.map { [commands($0)] } ?? [])
    }

    /// What a person waits for who asks; the floor is a program that does nothing at all.
    private func commands(_ statectl: String) -> Work {
        let call = [statectl, "--socket", own.socket]
        return Work(
            name: "a command, from start to exit",
            contenders: [
                (
                    "statectl get",
                    { [window] in
                        try Command(
                            words: call + [
                                "save", "film.mkv", "--position", "61", "--player", "mpv",
                            ]
                        ).run()
                        return try Command(words: call + ["get", "film.mkv"]).measure(window)
                    }
                ), ("true", { [window] in try Command(words: ["true"]).measure(window) }),
            ]
        )
    }

    private var floors: Work {
        Work(
            name: "write 4 KiB and sync, one at a time",
            contenders: Disk.Mode.allCases.map { mode in
                ("disk, \(mode)", { [self] in try Disk.measure(mode, in: folder, window) })
            }
        )
    }

    private var sqlite: Work {
        Work(
            name: "upserts in one process, synced",
            contenders: [1, 64].map { batch in
                (
                    "SQLite by \(batch)",
                    { [self] in try BareSQLite.measure(batch: batch, in: folder, window) }
                )
            }
        )
    }

    private func closed(clients: Int, depth: Int) -> Work {
        Work(
            name: "\(clients) client\(clients == 1 ? "" : "s"), \(depth) in flight",
            contenders: servers.map { server in
                (
                    server.name,
                    { [window] in
                        try ClosedLoop(clients: clients, depth: depth).run(server, window)
                    }
                )
            }
        )
    }

    private func fanOut(_ name: String, _ load: FanOut) -> Work {
        Work(
            name: name,
            contenders: servers.filter { $0.name != "redis everysec" }.map { server in
                (server.name, { [window] in try load.run(server, window) })
            }
        )
    }

    /// Those that never read must not be felt by those that do.
    private var deaf: Work {
        Work(
            name: "1000 subscribers, 50 messages/s",
            contenders: [0, 10].map { deaf in
                (
                    deaf == 0 ? "all read" : "\(deaf) never read",
                    { [own, window] in
                        try FanOut(subscribers: 1_000 - deaf, deaf: deaf, rate: 50).run(own, window)
                    }
                )
            }
        )
    }

    private var ticks: Work {
        Work(
            name: "1000 players, 10 ticks/s each",
            contenders: [
                (
                    "stated",
                    { [own, window] in try Ticks(players: 1_000, rate: 10).run(own, window) }
                )
            ]
        )
    }
}
