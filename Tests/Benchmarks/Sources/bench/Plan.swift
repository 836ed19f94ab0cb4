// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A case: a kind of work and the contenders that are measured at it.
struct Work {
    /// The name of the case, for people.
    var name: String
    /// The contenders, which are measured one after the other in each round.
    var contenders: [(name: String, measure: () throws -> Statistics)]

    /// Runs the given number of rounds and returns the medians.
    func run(rounds: Int) throws -> [Row] {
        var statistics = contenders.map { _ in [Statistics]() }
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() {
                statistics[index].append(try contender.measure())
            }
        }
        return zip(contenders, statistics).map { Row(name, $0.name, $1) }
    }
}

/// The plan of a comparison: all servers run all the time, each with separate items.
final class Plan {
    private let servers: [any Server]
    private let own: Stated
    private let redis: Redis
    private let folder: String
    private let window: Window
    private let command: String?

    /// Starts the servers below a folder; `command` is the path of statectl if it is to be
    /// measured.
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
            // The fan-out cases come first: new subscribers receive all current state, which is
            // little at that time.
            fanOut("100 subscribers, as fast as it goes", FanOut(subscribers: 100)),
            fanOut("100 subscribers, 1000 messages/s", FanOut(subscribers: 100, rate: 1_000)),
            deaf, ticks, sqlite, closed(clients: 1, depth: 1), closed(clients: 8, depth: 1),
            closed(clients: 64, depth: 1), closed(clients: 1, depth: 64),
        ] + (command.map { [commands($0)] } ?? [])
    }

    /// Returns the case of commands at a prompt; the floor is a program that does nothing.
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

    /// A case that shows if subscribers that never read slow down the others.
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
