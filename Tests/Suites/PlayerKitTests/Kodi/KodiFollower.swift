// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import StateModel

/// A sketch of a third kind of player: Kodi, over its JSON-RPC.
///
/// Kodi announces that an item is loaded, each jump, and how an item ended; it has to be asked for
/// its position.
struct KodiFollower: PlayerFollower {
    typealias Command = KodiCommand

    /// The interval of questions while Kodi plays, in milliseconds.
    private static let intervalMilliseconds = 1_000
    /// The time that Kodi has to reach the position it was sent to, in milliseconds.
    private static let travelMilliseconds = 3_000
    /// The age up to which an item may be moved, in milliseconds.
    private static let movableMilliseconds = 10_000
    /// The distance from its target at which Kodi may land, in seconds.
    private static let tolerance = 3.0

    let player = "kodi"
    private(set) var now = 0
    var isAttached = false
    var item = PlayedItem()
    var actions: [PlayerAction<KodiCommand>] = []
    private(set) var canSeek = false
    private(set) var isJumping = false
    private var playhead = Playhead(at: 0, now: 0)
    private var hasPosition = false
    private var loadedAt: Int?
    private var isLengthKnown = false

    /// The time of the next question, in milliseconds; `nil` if nothing is to be asked.
    private(set) var wakeAt: Int?

    var position: Double? { hasPosition ? playhead.position(now: now) : nil }
    // A live stream has no length, and no place to go back to.
    var isCertain: Bool { hasPosition && !(isLengthKnown && item.duration == nil && !canSeek) }
    var isRunning: Bool { playhead.isRunning }
    var rate: Double? { playhead.rate }
    var lengthKnowledge: LengthKnowledge { isLengthKnown ? .exact : .awaited }

    /// Handles a message of Kodi.
    mutating func event(_ message: KodiMessage, now: Int) -> [PlayerAction<KodiCommand>] {
        self.now = now
        switch message {
        case .opened: open()
        case .started:
            loadedAt = now
            playhead.run(true, now: now)
            command(.properties)
        case .item(let file, let title):
            item.name = file.flatMap { CanonicalName.of($0, in: nil, resolve: { $0 }) }
            item.title = title
            askForPoint()
        case .properties(let position, let length, let canSeek):
            item.duration = length
            self.canSeek = canSeek
            isLengthKnown = loadedAt != nil
            if let position { place(position) }
        case .paused(let isPaused): pause(isPaused)
        case .sought(let position): jump(to: position)
        case .stopped(let isEnd): close(isEnd, .stop)
        case .other: break
        }
        settle()
        return take()
    }

    /// Handles an event of the daemon.
    mutating func event(_ event: SurfaceEvent, now: Int) -> [PlayerAction<KodiCommand>] {
        self.now = now
        handle(event)
        settle()
        return take()
    }

    /// Handles the key of a file's contents.
    mutating func contents(
        of path: String,
        key: ContentKey?,
        now: Int
    ) -> [PlayerAction<KodiCommand>] {
        self.now = now
        read(path, key: key)
        settle()
        return take()
    }

    /// Handles the passing of time.
    mutating func wake(now: Int) -> [PlayerAction<KodiCommand>] {
        self.now = now
        command(.properties)
        settle()
        return take()
    }

    mutating func continuePlayback(at position: Double) { move(to: position) }
}

// MARK: - Following

extension KodiFollower {
    private mutating func open() {
        close(false, .switch)
        command(.item)
    }

    private mutating func close(_ isEnd: Bool, _ cause: Cause) {
        if item.isFollowed {
            if isEnd { save(as: .finished, .stop) } else { save(as: .paused, cause) }
        }
        item = PlayedItem()
        playhead = Playhead(at: 0, now: now)
        (hasPosition, loadedAt, isLengthKnown, isJumping) = (false, nil, false, false)
    }

    private mutating func place(_ position: Double) {
        playhead.set(position, now: now)
        hasPosition = true
        guard case .moving(let target, let since) = item.phase else { return tick() }
        if abs(position - target) <= Self.tolerance {
            seekSucceeded(at: position)
        } else if now - since > Self.travelMilliseconds {
            item.phase = .following
            missed(target)
        }
    }

    private mutating func jump(to position: Double) {
        playhead.set(position, now: now)
        hasPosition = true
        if case .moving(let target, _) = item.phase, abs(position - target) <= Self.tolerance {
            return seekSucceeded(at: position)
        }
        item.isChosen = true
        item.phase = .following
        item.reopening = isRunning ? .done : .paused(since: now)
        save(.seek)
    }

    private mutating func pause(_ isPaused: Bool) {
        playhead.run(!isPaused, now: now)
        guard item.isReported, item.isFollowed else { return }
        guard isPaused else { return playbackContinued() }
        item.reopening = .paused(since: now)
        save(as: .paused, .pause)
    }

    private mutating func seekSucceeded(at position: Double) {
        item.phase = .following
        save(.load)
    }

    private mutating func move(to target: Double) {
        item.phase = .moving(to: target, since: now)
        command(.seek(target))
    }

    private mutating func settle() {
        endLateReopening()
        judgeClaim()
        decide()
        reportBeginning()
        nameContents()
        wakeAt = loadedAt != nil && isRunning ? now + Self.intervalMilliseconds : nil
    }

    private mutating func decide() {
        guard let loadedAt, isLengthKnown, item.phase == .opening, item.claim == nil,
            let position
        else { return }
        let age = now - loadedAt
        // Kodi asks the person, or starts at its own bookmark.
        let isElsewhere = position > 10 && !item.terms.isOwnMemory(position)
        let beginning = PlayedItem.Beginning(
            position: position,
            age: age,
            isDoubtful: position > 10,
            isKept: isElsewhere || !canSeek || age > Self.movableMilliseconds
        )
        switch item.decision(beginning) {
        case .wait: break
        case .follow: item.phase = .following
        case .move(let target): move(to: target)
        }
    }
}
