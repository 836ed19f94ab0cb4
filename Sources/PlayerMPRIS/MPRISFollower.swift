// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel

/// The state machine that follows one player on the bus.
///
/// It turns the events of the player and of the daemon into actions. An item that begins to play is
/// moved once, to the position at which it stopped; from then on its position is reported to the
/// daemon. MPRIS does not say why a track ended, and some players report wrong positions: a
/// position counts when the player moves on from it, and 0 never counts.
package struct MPRISFollower: Sendable {
    /// An action for the caller to carry out.
    package typealias Action = MPRISAction
    /// A question to the player.
    package typealias Question = MPRISQuestion
    /// An event from the bus, or about a file.
    package typealias Event = MPRISEvent

    /// The player's name in the daemon.
    let player: String
    /// True if the next track may have begun before the bridge started.
    package internal(set) var isOld: Bool
    /// The newest values of all properties that the player has reported.
    var known = MPRISProperties()
    /// The current track; `nil` while the player is stopped.
    var track: MPRISTrack?
    /// True while the daemon is connected.
    var isAttached = false
    /// The number of the question that waits for its answer; `nil` if none does.
    var question: Int?
    /// A jump before its track was known: the position in seconds, and the time in milliseconds.
    var earlyJump: (position: Double, at: Int)?
    /// The questions to a player that has not answered yet.
    private var introduction = MPRISIntroduction()
    /// A function that looks at a file; `nil` if it cannot be looked at.
    private let look: @Sendable (String) -> FileState?
    private var lastQuestion = 0
    private var actions: [Action] = []

    /// Creates the follower of a player.
    ///
    /// - Parameters:
    ///   - player: The name by which the daemon knows it.
    ///   - isOld: True if it may have been playing for a while.
    ///   - look: A function that looks at a file; `nil` if it cannot be looked at.
    package init(
        player: String,
        isOld: Bool,
        look: @escaping @Sendable (String) -> FileState? = { _ in nil }
    ) {
        self.player = player
        self.look = look
        self.isOld = isOld
    }

    /// True if the played item has a name, so that the daemon is needed.
    package var isEngaged: Bool { track?.item != nil }

    /// The time of the next ``Event/wake``, in milliseconds; `nil` if nothing depends on the time.
    package var wakeAt: Int? {
        if question == nil, let wakeAt = introduction.wakeAt { return wakeAt }
        guard question == nil, let track, !track.isOver else { return nil }
        guard track.item != nil || looksForFile else { return nil }
        return track.askAt
    }

    /// Returns the first actions, which do not depend on whether the player already plays.
    package mutating func begin() -> [Action] {
        ask(.everything)
        return take()
    }

    /// Handles an event of the player, or the passing of time.
    package mutating func event(_ event: Event, now: Int) -> [Action] {
        if track?.reopening.isTooLate(now: now) == true {
            reopen(nil, at: 0, isHeld: false, now: now)
        }
        switch event {
        case .changed(let news): heard(news, now: now)
        case .seeked(let position): jumped(to: Double(position) / 1_000_000, now: now)
        case .answered(let number, let news):
            guard number == question else { return [] }
            question = nil
            if let news {
                heard(news, now: now)
            } else if known.status == nil {
                introduction.unanswered(now: now)
            }
            if news?.position == nil { unanswered(now: now) }
        case .contents(let path, let key): read(path, key: key)
        case .file(let path): found(path, now: now)
        case .wake:
            if introduction.isDue(now: now), known.status == nil { ask(.everything) }
            searchFile(now: now)
        }
        settle(now: now)
        return take()
    }

    /// Handles an event of the daemon.
    package mutating func event(_ event: SurfaceEvent, now: Int) -> [Action] {
        switch event {
        case .attached: attached(now: now)
        case .detached: isAttached = false
        case .continuation(let item, let own, let point, let position, let terms):
            guard track?.lookup?.asks(about: item) == true else { break }
            // A copy under another name is asked about twice; the terms come with the point.
            if point != nil, track?.target == nil { track?.terms = terms }
            continues(item, of: own, point, at: position, terms, now: now)
        case .recent, .same, .queueSet, .queueChanged, .settled, .changes: break
        }
        settle(now: now)
        return take()
    }

    /// Handles the departure of the player from the bus.
    package mutating func gone(now: Int) -> [Action] {
        endTrack(.stop, now: now)
        return take()
    }

    /// Handles the end of the bridge while the player goes on.
    package mutating func leave(now: Int) -> [Action] {
        if let track, track.phase == .following, track.isReported, !track.isOver {
            save(.background, now: now)
        }
        return take()
    }
}

// MARK: - Acting

extension MPRISFollower {
    private mutating func take() -> [Action] {
        defer { actions = [] }
        return actions
    }

    /// Adds an action to the result of the current event.
    mutating func act(_ action: Action) {
        actions.append(action)
    }

    /// Adds a call to the daemon to the result of the current event.
    mutating func call(_ call: SurfaceCall) {
        actions.append(.call(call))
    }

    /// Asks the player; an earlier question becomes obsolete.
    mutating func ask(_ what: Question) {
        lastQuestion += 1
        question = lastQuestion
        actions.append(.ask(what, number: lastQuestion))
    }

    /// The player's status, as far as it is known.
    var standing: Status { track?.playhead.isRunning == true ? .playing : .paused }

    /// Returns the player's position if it is proven and is that of the named item.
    private func provenPosition(now: Int) -> Double? {
        guard let track, track.isCertain, !track.isLive(canSeek: known.canSeek) else { return nil }
        let position = track.playhead.position(now: now)
        return position > 0 ? position : nil
    }

    /// Returns the item that the player shows, and its position.
    ///
    /// - Parameter now: The time, in milliseconds.
    /// - Returns: The sighting; `nil` while it is not certain.
    package func sighting(now: Int) -> MPRISMirrors.Sighting? {
        guard let track, let item = track.item, track.phase == .following, !track.isOver,
            let position = provenPosition(now: now)
        else { return nil }
        return .init(item: item, position: position, isRunning: track.playhead.isRunning)
    }

    /// Saves the track's state if its position is certain.
    mutating func save(as status: Status? = nil, _ cause: Cause, now: Int) {
        guard let position = provenPosition(now: now), let track,
            !track.isHeld(at: position), !track.reopening.isAsking,
            var snapshot = track.snapshot(by: player, status ?? standing, cause, at: position)
        else { return }
        if snapshot.status == .finished, track.isRecording(look(snapshot.item)) {
            snapshot.status = .failed
            snapshot.position = max(0, position - FileState.recordingSeconds)
            snapshot.reason = "it is still being written"
        }
        self.track?.reported = position
        call(.save(snapshot))
    }
}
