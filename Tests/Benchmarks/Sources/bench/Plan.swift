// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A case: a kind of work and the contenders that are measured at it.
struct Work {
    /// The name of the case, for people.
    var name: String
    /// The contenders, which are measured one after the other in each round.
    var contenders: [(name: String, measure: () throws -> Statistics)]

    /// Runs the given number of rounds and returns the medians.
    ///
    /// Every second round goes the other way: no contender always has the same one before it.
    func run(rounds: Int) throws -> [Row] {
        var statistics = contenders.map { _ in [Statistics]() }
        for round in 0..<rounds {
            let order = Array(contenders.indices)
            for index in round.isMultiple(of: 2) ? order : order.reversed() {
                statistics[index].append(try contenders[index].measure())
            }
        }
        return zip(contenders, statistics).map { Row(name, $0.name, $1) }
    }
}

/// The plan of a comparison: all servers run all the time, each with separate items.
final class Plan {
    /// The programs of one build.
    struct Build {
        /// The path of the daemon's program.
        var stated: String
        /// The path of statectl's program; `nil` if it is not measured.
        var statectl: String?
    }

    private let daemons: [Stated]
    private let peers: [any Server]
    private let folder: String
    private let window: Window

    /// Starts the servers below a folder: the peers, or the daemon of an earlier build if there is
    /// one.
    init(build: Build, before: Build?, folder: String, window: Window) throws {
        self.folder = folder
        self.window = window
        let place = { (name: String) in
            let path = folder + "/" + name
            mkdir(path, 0o700)
            return path
        }
        let own = try Stated(build, folder: place("stated"))
        if let before {
            daemons = [own, try Stated(before, Comparison.mark, folder: place("before"))]
            peers = []
        } else {
            daemons = [own]
            peers = [
                try Redis(sync: "always", folder: place("redis-always")),
                try Redis(sync: "everysec", folder: place("redis-everysec")),
                try Mosquitto(folder: place("mosquitto")),
            ]
        }
    }

    /// All cases, in order.
    var works: [Work] {
        let loads = [
            // The fan-out cases come first: new subscribers receive all current state, which is
            // little at that time.
            fanOut("100 subscribers, as fast as it goes", FanOut(subscribers: 100)),
            fanOut("100 subscribers, 1000 messages/s", FanOut(subscribers: 100, rate: 1_000)),
            deaf, ticks, closed(clients: 1), closed(clients: 8), closed(clients: 64),
            closed(clients: 1_000), closed(clients: 1, depth: 64), importing, commands,
            closed(clients: 1, depth: 64, items: 1_000), closed(clients: 64, items: 1_000),
        ]
        return peers.isEmpty ? loads : [floors, sqlite] + loads
    }

    /// The case of commands at a prompt; the floor is a program that does nothing.
    private var commands: Work {
        let floor = (
            "true", { [window] in try Command(words: ["true"]).measure(window) }
        )
        let gets = daemons.compactMap { daemon in
            daemon.build.statectl.map { statectl in
                (
                    "statectl get" + daemon.mark,
                    { [window] in
                        let call = [statectl, "--socket", daemon.socket]
                        let point = ["film.mkv", "--position", "61", "--player", "mpv"]
                        try Command(words: call + ["save"] + point).run()
                        return try Command(words: call + ["get", "film.mkv"]).measure(window)
                    }
                )
            }
        }
        return Work(name: "a command, from start to exit", contenders: gets + [floor])
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

    private var servers: [any Server] { daemons + peers }

    /// A case of clients that wait for each reply; a client with many items is a stress.
    private func closed(clients: Int, depth: Int = 1, items: Int = 1) -> Work {
        Work(
            name: "\(clients) client\(clients == 1 ? "" : "s"), \(depth) in flight"
                + (items == 1 ? "" : ", \(items) items each"),
            contenders: servers.map { server in
                (
                    server.name,
                    { [window] in
                        try ClosedLoop(clients: clients, depth: depth, items: items).run(
                            server,
                            window
                        )
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
            contenders: [0, 10].flatMap { deaf in
                daemons.map { daemon in
                    (
                        (deaf == 0 ? "all read" : "\(deaf) never read") + daemon.mark,
                        { [window] in
                            try FanOut(subscribers: 1_000 - deaf, deaf: deaf, rate: 50)
                                .run(daemon, window)
                        }
                    )
                }
            }
        )
    }

    private var importing: Work {
        Work(
            name: "an import of 100000 items",
            contenders: daemons.map { daemon in
                (daemon.name, { try Import(items: 100_000).run(daemon) })
            }
        )
    }

    private var ticks: Work {
        Work(
            name: "1000 players, 10 ticks/s each",
            contenders: daemons.map { daemon in
                (
                    daemon.name,
                    { [window] in try Ticks(players: 1_000, rate: 10).run(daemon, window) }
                )
            }
        )
    }
}
