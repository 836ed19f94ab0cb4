import CrashModel
import CrashSystem
import Glibc
import StateModel
import StateProtocol
import StateStore
import StateTesting

/// What every mode has in common: writers, subscribers, a daemon that is started again and
/// again on one store, and the checker that watches.
final class Trial {
    /// What the person who started the test asked for.
    let settings: TrialSettings
    /// What watches.
    var checker: Checker
    /// Those that append events and follow them.
    let events: EventCast
    /// What chance decides.
    var random: SeededRandom
    /// Where the socket, the log and, unless a mode wants it elsewhere, the store are.
    let directory: TemporaryDirectory
    /// The folder of the store.
    var storeFolder: String
    /// What a daemon's environment has besides.
    var environment: [String: String] = [:]
    /// What else happens when the daemon is gone.
    var afterCrash: () throws -> Void = {}
    /// The daemon that runs now.
    private(set) var daemon: DaemonProcess?
    /// Whether that is the real one.
    private var isReal = false
    /// The newest revision that one which folds all the time started with.
    private var foldedUpTo = 0
    /// Whether it was killed since everything was last looked at.
    private var hasCrashed = false
    /// How many rows the real one's store takes at least before it folds.
    private static let rowsToFold = Store.Options(path: "").foldRows * 9 / 10
    /// The longest time from a start to the first answer, in milliseconds.
    private(set) var longestStart = 0
    private(set) var writers: [Writer] = []
    private(set) var listeners: [Listener] = []

    /// Writers and subscribers without a daemon.
    init(_ settings: TrialSettings) throws {
        self.settings = settings
        random = SeededRandom(seed: settings.seed)
        events = EventCast(seed: settings.seed)
        directory = try TemporaryDirectory()
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

    /// Everybody who takes part.
    var stage: Stage { Stage(participants: writers + listeners + events.participants) }

    /// Where daemons listen.
    var socket: String { directory.file("socket") }
    /// What the daemons said.
    var log: String { directory.file("log") }
    /// The database.
    var store: String { storeFolder + "/state.db" }

    /// How many calls were refused because the store took no writes.
    var refused: Int { checker.refused + events.book.refusals }

    // MARK: The daemon

    /// Starts a daemon: the real one, or one whose store folds all the time.
    func start() throws {
        var arguments: [String]
        isReal = random.happens(percent: 50)
        if !isReal { foldedUpTo = checker.newest }
        if isReal {
            arguments = [settings.daemon, "--tick-interval", "200ms", "--jump-window", "1h"]
        } else {
            let rows = [100, 1_000, 2_000, 4_000].randomElement(using: &random) ?? 1_000
            arguments = [settings.program, "host", "--fold-rows", "\(rows)"]
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

    /// Waits until the daemon serves.
    func ready() throws -> Caller {
        guard let daemon else { throw Violation("no daemon was started") }
        let (caller, took) = try daemon.ready()
        longestStart = max(longestStart, took)
        return caller
    }

    /// Waits until the daemon serves, and compares what it has with what it must have.
    func settle() throws {
        try settle(by: try ready())
    }

    /// Compares what the daemon has with what it must have, while nobody writes.
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
        try stage.run(until: "subscribers are ready") { listeners.allSatisfy(\.isReady) }
        try stage.run(until: "followers have caught up") { events.areFollowersReady }
        for listener in listeners {
            // Ticks that wait to be stored may have been, since then.
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
        // Under the daemon's own options nothing is folded before so many rows have come.
        try checker.endTally(isComplete: isReal && checker.newest - foldedUpTo < Self.rowsToFold)
    }

    /// A new connection.
    func link() throws -> Link {
        guard let link = Link(to: socket) else { throw Violation("nobody listens any more") }
        return link
    }

    /// A client that waits for its answers.
    func caller() throws -> Caller {
        guard let caller = Caller(to: socket) else { throw Violation("nobody listens any more") }
        return caller
    }

    /// Ends the daemon at once.
    func crash() throws {
        daemon?.kill()
        hasCrashed = true
        try stage.hangUp()
        daemon = nil
        try afterCrash()
        try endTally()
    }
}
