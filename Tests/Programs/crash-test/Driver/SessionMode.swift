// SPDX-License-Identifier: Apache-2.0
import CrashModel
import CrashSystem
import Glibc
import StateModel
import StateProtocol
import Varlink

/// The session mode: `kill -9` of players and of the daemon while they play, queue, fail and raise
/// alerts.
final class SessionMode {
    private let trial: Trial
    private var books: [SessionBook]
    private var players: [PlayerProcess] = []
    /// The newest lines of each player, for people.
    private var journals: [[String]]
    private static let journalLines = 40
    private var turns = 0
    private var watcher: Link?
    /// The number of acknowledged steps.
    private(set) var done = 0
    /// The number of ticks published to subscribers.
    private(set) var ticks = 0
    /// The number of players killed.
    private(set) var killed = 0
    /// The tick interval of the trial's daemons, in milliseconds.
    private static let tickInterval = 200

    /// Creates three players of a trial.
    init(_ trial: Trial) {
        self.trial = trial
        books = (1...3).map { number in
            SessionBook(player: "player-\(number)", tickInterval: Self.tickInterval)
        }
        journals = books.map { _ in [] }
    }

    /// Runs the cycles.
    func run() throws {
        for _ in 1...trial.settings.cycles {
            try begin()
            for _ in 0..<Int.random(in: 0...2, using: &trial.random) {
                try pump(for: Int.random(in: 20...500, using: &trial.random))
                try killPlayer(Int.random(in: 0..<books.count, using: &trial.random))
            }
            try pump(for: Int.random(in: 20...500, using: &trial.random))
            try killDaemon()
        }
        try begin()
        try killDaemon()
    }

    /// Starts a daemon, compares its state with the expected one, and lets the players play.
    private func begin() throws {
        try trial.start()
        let caller = try trial.ready()
        for index in books.indices { try compare(index, caller) }
        let link = try trial.link()
        link.call(Playback.Subscribe.name, Playback.Subscribe.Parameters().json, more: true)
        watcher = link
        players = try books.indices.map { try play($0) }
    }

    private func play(_ index: Int) throws -> PlayerProcess {
        turns += 1
        return try PlayerProcess(
            books[index].player,
            turn: turns,
            seed: trial.random.next(),
            socket: trial.socket,
            program: trial.settings.program
        )
    }

    /// Receives the players' lines and the daemon's changes for the given milliseconds.
    private func pump(for milliseconds: Int) throws {
        let end = wallClock() + milliseconds
        while wallClock() < end {
            if crash_interruptions() > 0 { throw Interrupted() }
            watcher?.flush()
            let descriptors = players.map(\.descriptor) + [watcher?.descriptor ?? -1]
            var looks = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&looks, nfds_t(looks.count), 5)
            try takeIn()
        }
    }

    private func takeIn() throws {
        // The players' lines are read last: players print a step before they send it to the daemon.
        watcher?.receive()
        for index in players.indices { try listen(to: index) }
        while let reply = try watcher?.next() {
            for change in try Playback.Subscribe.Reply(json: reply.parameters).changes {
                try watch(change)
            }
        }
    }

    private func watch(_ change: Change) throws {
        guard change.kind == .observed, let snapshot = change.snapshot, let at = snapshot.at,
            let serial = snapshot.title.flatMap({ Int($0) }),
            let index = books.firstIndex(where: { $0.player == snapshot.player })
        else { return }
        ticks += 1
        for other in books.indices {
            books[other].observed(
                serial: other == index ? serial : 0,
                of: snapshot.item,
                at: at.rawValue
            )
        }
    }

    private func listen(to index: Int) throws {
        for line in players[index].lines() {
            journals[index] = journals[index].suffix(Self.journalLines) + [line]
            if line == "done" {
                books[index].done()
                done += 1
            } else if let step = SessionStep(line: String(line.dropFirst("begin ".count))) {
                books[index].begins(step)
            } else {
                throw Violation("\(books[index].player) said: \(line)")
            }
        }
    }

    private func killPlayer(_ index: Int) throws {
        players[index].kill()
        killed += 1
        let caller = try trial.caller()
        let name = books[index].player
        let deadline = wallClock() + 60_000
        while try caller.player(name)?.surfaces ?? 0 > 0 {
            guard wallClock() < deadline else { throw Violation("\(name) is gone; nobody notices") }
            try pump(for: 2)
        }
        try takeIn()
        books[index].playerDied()
        try compare(index, caller)
        players[index] = try play(index)
    }

    private func killDaemon() throws {
        try trial.crash()
        for index in players.indices {
            guard players[index].end() == 0 else {
                throw Violation("\(books[index].player) ended for another reason: see above")
            }
        }
        while watcher?.isOpen == true { watcher?.receive() }
        try takeIn()
        for index in books.indices { books[index].daemonDied() }
        watcher = nil
        players = []
    }

    private func compare(_ index: Int, _ caller: Caller) throws {
        let name = books[index].player
        do {
            try books[index].found(try caller.session(of: name))
        } catch {
            print("\(name) said:")
            for line in journals[index] { print("  " + line) }
            throw error
        }
    }
}

extension Caller {
    /// Returns the player with the given name, or `nil` if there is none.
    func player(_ name: String) throws -> Player? {
        try ask(Session.ListPlayers.self, .init()).players.first { $0.player == name }
    }

    /// Returns the ids of a player's alerts, by item.
    func alerts(of player: String) throws -> [String: AlertID] {
        var alerts: [String: AlertID] = [:]
        for alert in try ask(Session.ListAlerts.self, .init()).alerts
        where alert.player == player {
            guard let item = alert.item, alerts.updateValue(alert.id, forKey: item) == nil else {
                throw Violation("two alerts about one thing, or one about nothing: \(alert)")
            }
        }
        return alerts
    }

    /// Returns the stored state of a player that has disconnected.
    fileprivate func session(of name: String) throws -> SessionState {
        var state = SessionState()
        if let player = try player(name) {
            guard !player.playing, player.surfaces == 0 else {
                throw Violation("it is gone and plays on: \(player)")
            }
            state.current = player.item
            state.queue = player.queue
        }
        state.alerts = Set(try alerts(of: name).keys)
        var cursor: String?
        repeat {
            let page = try ask(
                Playback.List.self,
                Playback.List.Parameters(player: name, limit: 1000, cursor: cursor)
            )
            for point in page.points {
                guard var place = Place(point) else {
                    throw Violation("nobody sent that: \(point)")
                }
                // A point left while playing says so until the daemon restarts; only the point of
                // the current item is paused at once.
                if point.item != state.current, place.status == .playing { place.status = .paused }
                state.places[point.item] = place
            }
            cursor = page.cursor
        } while cursor != nil
        return state
    }
}
