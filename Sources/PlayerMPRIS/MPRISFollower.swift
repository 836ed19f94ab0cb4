package import StateModel

/// What a surface of one player on the bus does, told what the player and the daemon say.
///
/// What begins to play is moved to where it stopped, once, and from then on the daemon hears where
/// it is. Nobody says over MPRIS why a track ended, and not every player tells the truth about where
/// it is: a position counts when the player moves on from it, and 0 never does.
package struct MPRISFollower: Sendable {
    /// What is to be done.
    package enum Action: Equatable, Sendable {
        /// Ask the player; the answer bears that number.
        case ask(Question, number: Int)
        /// Have the player go to a place in an entry of its list.
        case setPosition(track: String, microseconds: Int)
        /// Have the player go forward by that much, or back.
        case seek(microseconds: Int)
        /// Find out the key of a file's contents.
        case read(path: String)
        /// Find out which media file the player holds open, if it is exactly one.
        case findFile
        /// Tell the daemon, or ask it.
        case call(SurfaceCall)
        /// Tell the person that the player did not go to where the item stopped, in seconds.
        case missed(item: String, position: Double)
    }

    /// What a player is asked.
    package enum Question: Equatable, Sendable {
        /// All it says of itself.
        case everything
        /// Where it is.
        case position
    }

    /// What is heard from the bus, or of a file.
    package enum Event: Equatable, Sendable {
        /// Properties changed.
        case changed(MPRISProperties)
        /// Somebody jumped; microseconds from the beginning.
        case seeked(Int)
        /// An answer; nil: there was none.
        case answered(Int, MPRISProperties?)
        /// The key of a file's contents; nil: it has none.
        case contents(path: String, key: String?)
        /// The one media file that the player holds open; nil: there is none, or more.
        case file(String?)
        /// It is ``MPRISFollower/wakeAt``.
        case wake
    }

    let player: String
    let resolve: @Sendable (String) -> String?
    /// Whether what it plays may have begun before anybody looked.
    package internal(set) var isOld: Bool
    var known = MPRISProperties()
    var track: MPRISTrack?
    var isAttached = false
    /// The question that waits for its answer; nil: none does.
    var question: Int?
    /// A jump before anybody knew in what: in seconds, and when, in milliseconds.
    var earlyJump: (position: Double, at: Int)?
    /// The number of first questions without an answer.
    private var unansweredIntroductions = 0
    /// The time at which the player is asked again what it is doing, in milliseconds.
    private var introductionAt: Int?
    private var lastQuestion = 0
    private var actions: [Action] = []

    /// A surface of a player.
    ///
    /// - Parameters:
    ///   - player: the name by which the daemon knows it.
    ///   - isOld: whether it may have been playing for a while.
    ///   - resolve: the path of an existing file with all symbolic links followed; nil: there is
    ///     none.
    package init(
        player: String,
        isOld: Bool,
        resolve: @escaping @Sendable (String) -> String?
    ) {
        self.player = player
        self.isOld = isOld
        self.resolve = resolve
    }

    /// Whether the daemon has to do with the player: what it plays has a name.
    package var isEngaged: Bool { track?.item != nil }

    /// When to say that time has passed, in milliseconds; nil: nothing depends on it.
    package var wakeAt: Int? {
        if question == nil, let introductionAt { return introductionAt }
        guard question == nil, let track, !track.isOver, !track.isForeign else { return nil }
        guard track.item != nil || looksForFile else { return nil }
        return track.askAt
    }

    /// What to do first: whether the player plays already makes no difference.
    package mutating func begin() -> [Action] {
        ask(.everything)
        return take()
    }

    /// The player said something, or time passed.
    package mutating func event(_ event: Event, now: Int) -> [Action] {
        switch event {
        case .changed(let news): heard(news, now: now)
        case .seeked(let position): jumped(to: Double(position) / 1_000_000, now: now)
        case .answered(let number, let news):
            guard number == question else { return [] }
            question = nil
            if let news { heard(news, now: now) } else { scheduleIntroduction(now: now) }
            if news?.position == nil { unanswered(now: now) }
        case .contents(let path, let key): read(path, key: key)
        case .file(let path): found(path, now: now)
        case .wake:
            introduce(now: now)
            searchFile(now: now)
        }
        settle(now: now)
        return take()
    }

    /// The daemon said something.
    package mutating func event(_ event: SurfaceEvent, now: Int) -> [Action] {
        switch event {
        case .attached: attached(now: now)
        case .detached: isAttached = false
        case .continuation(let item, let own, let point, let position, let terms):
            // A copy under another name is asked about a second time.
            if point != nil, track?.target == nil { track?.terms = terms }
            continues(item, of: own, point, at: position)
        case .same, .queueSet, .queueChanged, .settled, .changes: break
        }
        settle(now: now)
        return take()
    }

    /// The player is gone from the bus.
    package mutating func gone(now: Int) -> [Action] {
        endTrack(.stop, now: now)
        return take()
    }

    /// The bridge ends, and the player goes on.
    package mutating func leave(now: Int) -> [Action] {
        if let track, track.stage == .following, track.isTold, !track.isOver {
            save(.background, now: now)
        }
        return take()
    }
}

// MARK: - Introduction

extension MPRISFollower {
    /// The number of times that a player is asked what it is doing, if it does not answer.
    private static let introductions = 5
    /// The time between two such questions, in milliseconds.
    private static let introductionInterval = 500

    /// Plans to ask a player again that did not answer at first: Firefox is on the bus before it
    /// answers, and never says by itself that it plays.
    private mutating func scheduleIntroduction(now: Int) {
        unansweredIntroductions += 1
        guard known.status == nil, unansweredIntroductions < Self.introductions else { return }
        introductionAt = now + Self.introductionInterval
    }

    private mutating func introduce(now: Int) {
        guard let introductionAt, introductionAt <= now else { return }
        self.introductionAt = nil
        if known.status == nil { ask(.everything) }
    }
}

// MARK: - Acting

extension MPRISFollower {
    private mutating func take() -> [Action] {
        defer { actions = [] }
        return actions
    }

    mutating func act(_ action: Action) {
        actions.append(action)
    }

    mutating func call(_ call: SurfaceCall) {
        actions.append(.call(call))
    }

    /// Asks the player; an earlier question is obsolete then.
    mutating func ask(_ what: Question) {
        lastQuestion += 1
        question = lastQuestion
        actions.append(.ask(what, number: lastQuestion))
    }

    /// How the player stands, as far as it is known.
    var standing: Status { track?.playhead.isRunning == true ? .playing : .paused }

    /// Where the player is, if it has ever said so and what it plays is what its name says.
    private func provenPosition(now: Int) -> Double? {
        guard let track, track.isProven, !track.isForeign, !track.isStale else { return nil }
        let position = track.playhead.position(now: now)
        return position > 0 ? position : nil
    }

    /// Has the daemon told of the track for certain.
    mutating func save(as status: Status? = nil, _ cause: Cause, now: Int) {
        guard let position = provenPosition(now: now),
            let snapshot = track?.snapshot(by: player, status ?? standing, cause, at: position)
        else { return }
        track?.told = position
        call(.save(snapshot))
    }
}
