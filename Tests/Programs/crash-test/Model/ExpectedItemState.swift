// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The effect of an operation on an item.
package enum Effect: Sendable, Equatable {
    /// The observation is the resume point now.
    case saved
    /// The resume point is removed.
    case cleared
    /// The observation is quarantined; `isKept` is true if a row of the history holds it.
    case quarantined(isKept: Bool)
    /// The given place is the resume point again.
    case restored(Place)
    /// There was nothing to clear or undo.
    case notFound
}

/// The state that an item must have after a series of operations, according to the manual.
///
/// This is a second implementation of the daemon's judgement, as far as the writers need it.
package struct ExpectedItemState: Sendable, Equatable {
    /// An older value.
    package struct Past: Sendable, Equatable {
        /// The place of the value.
        package var place: Place
        /// The way in which it ended.
        package var ending: Ending

        /// Creates a value from its members.
        package init(place: Place, ending: Ending) {
            self.place = place
            self.ending = ending
        }
    }

    /// The number of older values that the daemon keeps.
    package static let historyLimit = 50
    /// The distance in seconds above which a move leaves the old place in the history; backwards,
    /// it is suspicious.
    private static let jump = 60.0

    /// The resume point; `nil` if there is none.
    package private(set) var live: Place?
    /// The older values that were resume points, newest first.
    package private(set) var past: [Past] = []
    /// The numbers of the quarantined observations.
    package private(set) var quarantined: Set<Int> = []
    /// True if an observation was quarantined since the resume point was written.
    private var hasHistoryOnly = false
    /// True while a jump waits for an explanation; a restart resets it.
    private var isHeld = false

    /// Creates an item that was never written.
    package init() {}

    /// Applies an observation.
    package mutating func apply(_ write: Write) -> Effect {
        if write.style == .finish { return finish() }
        if let effect = suspicion(of: write) { return effect }
        put(write.place, keeping: live.map { abs($0.position - write.position) > Self.jump })
        return .saved
    }

    /// Returns the quarantine of an unexplained jump back, which changes nothing, or `nil`.
    private mutating func suspicion(of write: Write) -> Effect? {
        guard let live, write.position < live.position - Self.jump, write.isExplained,
            write.style != .seek
        else {
            isHeld = false
            return nil
        }
        if isHeld { return .quarantined(isKept: false) }
        guard write.style == .suspect || write.style == .tick else { return nil }
        isHeld = true
        hasHistoryOnly = true
        quarantined.insert(write.serial)
        return .quarantined(isKept: true)
    }

    private mutating func put(_ place: Place, keeping: Bool?) {
        if let live, keeping == true || hasHistoryOnly { remember(live, .replaced) }
        live = place
        hasHistoryOnly = false
    }

    private mutating func finish() -> Effect {
        _ = clear()
        return .cleared
    }

    /// Removes the resume point.
    package mutating func clear() -> Effect {
        guard let live else { return .notFound }
        isHeld = false
        remember(live, .cleared)
        self.live = nil
        hasHistoryOnly = false
        return .cleared
    }

    /// Restores the newest value that was a resume point.
    package mutating func undo() -> Effect {
        guard var place = past.first?.place else { return .notFound }
        isHeld = false
        if place.status == .playing { place.status = .paused }
        put(place, keeping: live.map { $0.position != place.position })
        return .restored(place)
    }

    /// Applies a restart of the daemon: a playing item is paused.
    package mutating func restart() {
        isHeld = false
        guard var place = live, place.status == .playing else { return }
        place.status = .paused
        put(place, keeping: false)
    }

    private mutating func remember(_ place: Place, _ ending: Ending) {
        past.insert(Past(place: place, ending: ending), at: 0)
        if past.count > Self.historyLimit { past.removeLast() }
    }
}
