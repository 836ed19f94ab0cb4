package import StateModel
internal import Varlink

/// What a surface of mpv does, told what mpv and the daemon say.
///
/// Each file is moved to where it stopped, once; from then on the daemon hears where it is. What
/// mpv's playlist holds after the file is the player's queue, and what other surfaces want of the
/// player, mpv is asked to do.
package struct MPVFollower: Sendable {
    /// What is to be done.
    package enum Action: Equatable, Sendable {
        /// Send it to mpv.
        case command(MPVCommand)
        /// Tell the daemon, or ask it.
        case call(SurfaceCall)
        /// Find out the key of a file's contents.
        case read(path: String)
        /// Tell the person that mpv did not go to where the item stopped, in seconds.
        case missed(item: String, position: Double)
    }

    /// The world outside: what a path means is the file system's to say.
    package struct Files: Sendable {
        /// The path of an existing file with all symbolic links followed; nil: there is none.
        package var resolve: @Sendable (String) -> String?
        /// Whether there is a file or directory.
        package var exists: @Sendable (String) -> Bool

        /// A file system.
        package init(
            resolve: @escaping @Sendable (String) -> String?,
            exists: @escaping @Sendable (String) -> Bool
        ) {
            self.resolve = resolve
            self.exists = exists
        }
    }

    /// How often the daemon is told of a file that plays, in milliseconds.
    static let tickInterval = 1_000
    /// How often the place of a file that plays is stored for certain, in milliseconds.
    static let storeInterval = 1_800

    /// The player's name.
    let player: String
    /// What paths mean.
    let files: Files
    /// What mpv plays; nil: nothing.
    var track: Track?
    /// mpv's playlist, by the daemon's names.
    var playlist = MPVPlaylist()
    /// What other surfaces want.
    var orders = SurfaceOrders()
    /// The playlist as mpv told it, until we know where relative paths begin.
    var list = JSONValue.array([])
    /// The names of what is in the playlist.
    var names: [String: String] = [:]
    /// Where relative paths begin; nil: mpv has not said.
    var directory: String?
    /// Whether mpv stands still because somebody wants it to.
    var isPaused = false
    /// mpv's playback speed.
    var speed: Double?
    /// Whether the daemon is there.
    var isAttached = false
    /// Whether all that was told is answered.
    var isSettled = true
    /// The question that ends a rearrangement of the playlist; nil: none is under way.
    var arranging: Int?
    /// The number of the latest file.
    var serial = 0
    /// What is to be done, in this order.
    var actions: [Action] = []

    /// A surface of that player.
    package init(player: String, files: Files) {
        self.player = player
        self.files = files
    }

    /// What to say to mpv first: whether it plays already makes no difference.
    package mutating func begin() -> [Action] {
        // In this order: a path means something once it is known where it begins, and what else
        // there is to know is about the file of that path.
        for property in MPVProperty.allCases where property.isFollowed {
            command(.observe(property))
        }
        return take()
    }

    /// mpv said something.
    package mutating func event(_ message: MPVMessage, now: Int) -> [Action] {
        switch message {
        case .property(let property, let value): changed(property, value, now: now)
        case .startFile(let entry): start(entry)
        case .fileLoaded: loaded(now: now)
        case .seek: sought()
        case .playbackRestart: ask(.position, about: .landing)
        case .endFile(let ending, let error): ended(ending, error)
        case .reply(let number, let value): answered(number, value, now: now)
        case .other: break
        }
        settle(now: now)
        return take()
    }

    /// The daemon said something.
    package mutating func event(_ event: SurfaceEvent, now: Int) -> [Action] {
        switch event {
        case .attached(let item, let queue):
            isAttached = true
            orders.attached(item: item, queue: queue)
            attach()
        case .detached:
            isAttached = false
            isSettled = true
            orders.detached()
        case .continuation(let item, let own, let point, let position, let terms):
            continues(item, of: own, point, at: position, terms)
        case .same(let item, let own): orders.learned(own: own, called: item)
        case .queueSet(let revision): orders.queueSet(revision: revision)
        case .queueChanged(let revision): orders.queueChanged(revision: revision)
        case .settled(let revision):
            isSettled = true
            orders.settled(revision: revision)
        case .changes(let changes, let isLive): orders.heard(changes, isLive: isLive)
        }
        settle(now: now)
        return take()
    }

    /// Somebody looked at a file; without a key its contents name nothing.
    package mutating func contents(of path: String, key: String?, now: Int) -> [Action] {
        let isAwaited = track?.resumption.isWaiting == true
        take(track?.naming?.read(path, key: key, isAwaited: isAwaited))
        settle(now: now)
        return take()
    }

    /// The connection to mpv ended: it was killed, or it is done.
    package mutating func gone() -> [Action] {
        ended(.quit, nil)
        return take()
    }
}

// MARK: - Acting

extension MPVFollower {
    /// What is asked of mpv; with the file's serial it makes the number of the question.
    enum Question: Int {
        /// Where the person wants files to begin: the first of the facts about a loaded file.
        case start
        /// Where the person wants them to end.
        case end
        /// How much of them the person wants to play.
        case length
        /// Whether one can jump in it.
        case seekable
        /// Whether one can jump only in what was kept of a stream.
        case partlySeekable
        /// Where the person has a loop begin.
        case loop
        /// Where it is: the last of the facts.
        case place
        /// Where it is after it jumped.
        case landing
        /// Where it is now that it stands still.
        case pause
        /// The playlist as we left it.
        case playlist
    }

    /// What is to be done, which is then as good as done.
    mutating func take() -> [Action] {
        defer { actions = [] }
        return actions
    }

    /// Sends a command to mpv.
    mutating func command(_ command: MPVCommand) {
        actions.append(.command(command))
    }

    /// Tells or asks the daemon.
    mutating func call(_ call: SurfaceCall) {
        if case .tick = call {} else { isSettled = false }
        actions.append(.call(call))
    }

    /// Asks for a property of the file that is open.
    mutating func ask(_ property: MPVProperty, about question: Question) {
        guard let track else { return }
        command(.get(property, number(of: question, about: track)))
    }

    /// The number of a question about a file; where it is, is another question after each jump.
    func number(of question: Question, about track: Track?) -> Int {
        let asksWhere = question == .landing || question == .pause
        let jumps = asksWhere ? (track?.jumps ?? 0) & 0xFFFF : 0
        return (track?.serial ?? 0) << 20 | jumps << 4 | question.rawValue
    }

    /// The name of what mpv calls `text`.
    func name(_ text: String) -> String? {
        CanonicalName.of(text, in: directory, resolve: files.resolve)
    }

    /// Has the daemon told of the file as it stands.
    mutating func save(as status: Status? = nil, _ cause: Cause, reason: String? = nil) {
        let standing = status ?? (isPaused ? .paused : .playing)
        guard
            let snapshot = track?.snapshot(
                by: player,
                standing,
                cause,
                rate: speed,
                reason: reason
            )
        else { return }
        if track?.isTold == false { orders.began(snapshot.item) }
        if status == .finished { orders.finished() }
        track?.told = snapshot.position
        call(.save(snapshot))
    }
}
