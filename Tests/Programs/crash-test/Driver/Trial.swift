// SPDX-License-Identifier: Apache-2.0
import CrashModel
import CrashSystem
import Glibc
import StateModel
import StateProtocol
import StateStore
import StateTesting

/// The harness of all modes: writers, subscribers, a daemon that is restarted again and again on
/// one store, and the checker.
final class Trial {
    /// The settings from the command line.
    let settings: TrialSettings
    /// The checker.
    var checker: Checker
    /// The writers and followers of events.
    let events: EventCast
    /// The source of random choices.
    var random: SeededRandom
    /// The directory of the socket, the log and, unless a mode places it elsewhere, the store.
    let directory: TemporaryDirectory
    /// The directory of the store.
    var storeFolder: String
    /// The additional variables of a daemon's environment.
    var environment: [String: String] = [:]
    /// The action after the daemon is gone.
    var afterCrash: () throws -> Void = {}
    /// The running daemon.
    private(set) var daemon: DaemonProcess?
    /// True if the running daemon is the real one.
    private var isReal = false
    /// The newest revision when a daemon that constantly flushes was last started.
    private var flushedUpTo = Revision.zero
    /// True if the daemon was killed since everything was last compared.
    private var hasCrashed = false
    /// The minimum number of rows before the real daemon's store flushes.
    private static let rowsToFlush = Store.Options(path: "").flushRows * 9 / 10
    /// The longest time from a start to the first answer, in milliseconds.
    private(set) var longestStart = 0
    /// The writers.
    private(set) var writers: [Writer] = []
    /// The subscribers.
    private(set) var listeners: [Listener] = []

    /// Creates writers and subscribers, without a daemon.
    init(_ settings: TrialSettings) throws {
        self.settings = settings
        random = SeededRandom(seed: settings.seed)
        events = EventCast(seed: settings.seed)
        directory = try TemporaryDirectory(in: settings.folder)
        storeFolder = directory.path
        let names = (0..<settings.writers).map { "writer-\($0)" }
        checker = Checker(
            writers: names,
            listeners: [
                ListenerBook(name: "follower", habit: .faithful),
                ListenerBook(name: "careless", habit: .faithful),
                ListenerBook(name: "slow", habit: .faithful),
                ListenerBook(name: "choosy", habit: .faithful, player: names.last),
                ListenerBook(name: "newcomer", habit: .forgetful),
            ]
        )
        writers = names.map { name in Writer(name, seed: random.next(), self) }
        listeners = [
            Listener("follower", .prompt, self), Listener("careless", .careless, self),
            Listener("slow", .slow, self), Listener("choosy", .prompt, self),
            Listener("newcomer", .prompt, self),
        ]
    }

    /// The harness with all participants.
    var harness: CrashHarness {
        CrashHarness(participants: writers + listeners + events.participants)
    }

    /// The path of the daemons' socket.
    var socket: String { directory.file("socket") }
    /// The path of the daemons' log.
    var log: String { directory.file("log") }
    /// The path of the database.
    var store: String { storeFolder + "/state.db" }

    /// The number of calls refused because the store accepted no writes.
    var refused: Int { checker.refused + events.book.refusals }

    // MARK: The daemon

    /// Starts a daemon: the real one, or one whose store constantly flushes.
    func start() throws {
        var arguments: [String]
        isReal = random.happens(percent: 50)
        if !isReal { flushedUpTo = checker.newest }
        if isReal {
            arguments = [settings.daemon, "--tick-interval", "200ms", "--jump-window", "1h"]
        } else {
            let rows = [100, 1_000, 2_000, 4_000].randomElement(using: &random) ?? 1_000
            arguments = [settings.program, "host", "--flush-rows", "\(rows)"]
        }
        arguments += ["--socket", socket, "--store", store]
        let places = ["HOME": directory.path, "XDG_CONFIG_HOME": directory.path]
        daemon = try DaemonProcess(
            arguments,
            environment: environment.merging(places) { own, _ in own },
            socket: socket,
            log: log
        )
    }

    /// Waits until the daemon answers.
    func ready() throws -> Caller {
        guard let daemon else { throw Violation("no daemon was started") }
        let (caller, took) = try daemon.ready()
        longestStart = max(longestStart, took)
        return caller
    }

    /// Waits until the daemon answers, and compares its state with the expected one.
    func settle() throws {
        try settle(by: try ready())
    }

    /// Compares the daemon's state with the expected one, while no writer is active.
    func settle(by caller: Caller) throws {
        try endTally()
        let survey = try caller.survey(histories: checker.touched)
        let isFresh = hasCrashed
        try checker.surveyed(survey, crashed: isFresh)
        hasCrashed = false
        try events.settle(by: caller)
        try events.follow(link)
        for listener in listeners {
            listener.link = nil
            listener.subscribe(try link())
            listener.hurries = true
        }
        try harness.run(until: "subscribers are ready") { listeners.allSatisfy(\.isReady) }
        try harness.run(until: "followers have caught up") { events.areFollowersReady }
        for listener in listeners {
            // Since then, pending ticks may have been stored.
            try checker.compare(
                listener.name,
                with: survey,
                kinds: isFresh ? [.plain, .ticked] : [.plain]
            )
            listener.hurries = false
        }
        checker.beginTally()
    }

    private func endTally() throws {
        // With the daemon's own options, no flush happens before this number of rows.
        try checker.endTally(isComplete: isReal && checker.newest - flushedUpTo < Self.rowsToFlush)
    }

    /// Returns a new connection.
    func link() throws -> Link {
        guard let link = Link(to: socket) else { throw Violation("nobody listens any more") }
        return link
    }

    /// Returns a client that waits for its answers.
    func caller() throws -> Caller {
        guard let caller = Caller(to: socket) else { throw Violation("nobody listens any more") }
        return caller
    }

    /// Kills the daemon.
    func crash() throws {
        daemon?.kill()
        hasCrashed = true
        try harness.hangUp()
        daemon = nil
        try afterCrash()
        try endTally()
    }
}
