// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel

/// The state machine that follows one MPRIS player.
///
/// The machine turns events of the player and of the daemon into actions. Each item is resumed
/// once, at the position where it stopped; after that, its position is reported to the daemon.
/// MPRIS does not tell why a track ended, and some players report wrong positions. An unexpected
/// position therefore counts only if the player continues from it, and 0 never counts.
package struct MPRISFollower: PlayerFollower {
    package typealias Action = PlayerAction<MPRISCommand>
    package typealias Event = MPRISEvent

    package let player: String
    package private(set) var now = 0
    package var isAttached = false
    package var item = PlayedItem()
    package var actions: [Action] = []
    /// True if the next track may have started before the bridge.
    package internal(set) var isOld: Bool
    var known = MPRISProperties()
    /// The current track; `nil` while the player is stopped.
    var track: MPRISTrack?
    /// The number of the unanswered question; `nil` if there is none.
    var question: Int?
    /// The last seek that was reported without a track: the position in seconds, and the time in
    /// milliseconds.
    var earlyJump: (position: Double, at: Int)?
    private var introduction = MPRISIntroduction()
    /// A function that resolves all symbolic links in the path of a file; `nil` if there is no such
    /// file.
    let resolve: @Sendable (String) -> String?
    /// A function that returns a file's metadata; `nil` if it is unavailable.
    private let look: @Sendable (String) -> FileState?
    private var lastQuestion = 0

    package init(
        player: String,
        isOld: Bool,
        resolve: @escaping @Sendable (String) -> String? = { _ in nil },
        look: @escaping @Sendable (String) -> FileState? = { _ in nil }
    ) {
        self.player = player
        self.resolve = resolve
        self.look = look
        self.isOld = isOld
    }

    /// True if the item has a name, so that the daemon is needed.
    package var needsDaemon: Bool { item.name != nil }

    package var position: Double? { track?.playhead.position(now: now) }
    package var isCertain: Bool { provenPosition(now: now) != nil && !item.reopening.isAsking }
    package var isJumping: Bool { track?.jumpedAt != nil }
    package var isRunning: Bool { track?.playhead.isRunning == true }
    package var rate: Double? { track?.playhead.rate }
    package var canSeek: Bool { known.canSeek == true }
    /// The reliability of the item's length.
    ///
    /// It is `awaited` for a short time if the file's contents do not match the resume point: the
    /// decision then needs the length, which VLC reports late.
    package var lengthKnowledge: LengthKnowledge {
        guard let track, item.claim?.contents == .other, item.duration == nil,
            now - track.beganAt <= MPRISTiming.openingMilliseconds
        else { return .guessed }
        return .awaited
    }

    /// The time of the next ``Event/wake``, in milliseconds; `nil` if no timer is set.
    package var wakeAt: Int? {
        if question == nil, let wakeAt = introduction.wakeAt { return wakeAt }
        guard question == nil, let track, !item.isOver else { return nil }
        guard item.name != nil || looksForFile else { return nil }
        return track.askAt
    }

    package func obstacle(now: Int) -> Obstacle? {
        track?.obstacle(to: item, of: known, now: now)
    }

    package mutating func begin() -> [Action] {
        ask()
        return take()
    }

    package mutating func event(_ event: Event, now: Int) -> [Action] {
        self.now = now
        endLateReopening()
        switch event {
        case .changed(let news): handle(news)
        case .seeked(let position):
            if mayBeOfOtherFile(MPRISProperties(position: position)) {
                verify(event)
            } else {
                jumped(to: Double(position) / 1_000_000)
            }
        case .answered(let number, let news):
            guard number == question else { return take() }
            question = nil
            if let news {
                handle(news)
            } else if known.status == nil {
                introduction.unanswered(now: now)
            }
            if news?.position == nil { unanswered() }
        case .contents(let path, let key): read(path, key: key)
        case .file(let path): found(path)
        case .requested(let answer): answered(answer)
        case .wake:
            if introduction.isDue(now: now), known.status == nil { ask() }
            searchFile()
        }
        settle()
        return take()
    }

    package mutating func event(_ event: SurfaceEvent, now: Int) -> [Action] {
        self.now = now
        handle(event)
        if case .request(let request) = event { obey(request) }
        if case .attached = event, item.name != nil, item.phase == .opening { track?.askAt = now }
        settle()
        return take()
    }

    package mutating func gone(now: Int) -> [Action] {
        self.now = now
        endTrack(.stop)
        return take()
    }

    package mutating func leave(now: Int) -> [Action] {
        self.now = now
        if item.isFollowed, item.isReported, !item.isOver { save(.background) }
        return take()
    }

    package mutating func call(_ call: SurfaceCall) {
        let end = position.flatMap { item.unfinished(call, at: $0, look) }
        actions.append(.call(end ?? call))
    }

    /// Asks the player for all its properties; the question replaces an unanswered one.
    mutating func ask() {
        lastQuestion += 1
        question = lastQuestion
        command(.ask(number: lastQuestion))
    }

    private func provenPosition(now: Int) -> Double? {
        guard let track, track.isProven, !track.isForeign, !track.isStale, !isUnmeasured,
            !track.isChannel(item)
        else { return nil }
        let position = track.playhead.position(now: now)
        return position > 0 ? position : nil
    }

    /// True for an item without a length that is not a single file, such as a live stream, in which
    /// many players report that they can seek; it is followed once it has a length.
    var isUnmeasured: Bool { !isSingle && item.duration == nil && track?.disprovedLength == nil }

    /// Returns the followed item and its position; `nil` if there is none, or the position is
    /// unreliable.
    package func sighting(now: Int) -> MPRISMirrors.Sighting? {
        guard let name = item.name, item.isFollowed, !item.isOver,
            let position = provenPosition(now: now)
        else { return nil }
        return .init(item: name, position: position, isRunning: isRunning)
    }
}
