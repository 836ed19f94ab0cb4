package import StateModel

/// What an operation does to an item.
package enum Effect: Sendable, Equatable {
    /// The observation is the resume point now.
    case saved
    /// The resume point is gone.
    case cleared
    /// The observation was put aside; `isKept` if a row of the history holds it.
    case quarantined(isKept: Bool)
    /// That place is the resume point again.
    case restored(Place)
    /// There was nothing to clear or undo.
    case notFound
}

/// An item as the manual says that it must be after what was done to it: the daemon's judgement,
/// written down a second time as far as the writers make use of it.
package struct ItemState: Sendable, Equatable {
    /// An older value.
    package struct Past: Sendable, Equatable {
        /// Where it stood.
        package var place: Place
        /// How it ended.
        package var ending: Ending

        /// A value with both its members.
        package init(place: Place, ending: Ending) {
            self.place = place
            self.ending = ending
        }
    }

    /// How many older values the daemon keeps.
    package static let historyLimit = 50
    /// A move of more than this many seconds leaves a place behind; back, it is suspect.
    private static let jump = 60.0

    /// The resume point, if one stands.
    package private(set) var live: Place?
    /// The older values that once stood, newest first.
    package private(set) var past: [Past] = []
    /// The numbers of the observations put aside.
    package private(set) var quarantined: Set<Int> = []
    /// Something was put aside since the resume point was written.
    private var hasAside = false
    /// A jump waits to be explained; forgotten at a restart.
    private var isHeld = false

    /// An item that nobody has written yet.
    package init() {}

    /// Takes in an observation.
    package mutating func apply(_ write: Write) -> Effect {
        if write.style == .finish { return finish() }
        if let effect = suspicion(of: write) { return effect }
        put(write.place, keeping: live.map { abs($0.position - write.position) > Self.jump })
        return .saved
    }

    /// A jump back that nobody explains changes nothing.
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
        hasAside = true
        quarantined.insert(write.serial)
        return .quarantined(isKept: true)
    }

    private mutating func put(_ place: Place, keeping: Bool?) {
        if let live, keeping == true || hasAside { remember(live, .replaced) }
        live = place
        hasAside = false
    }

    private mutating func finish() -> Effect {
        _ = clear()
        return .cleared
    }

    /// Takes the resume point away.
    package mutating func clear() -> Effect {
        guard let live else { return .notFound }
        isHeld = false
        remember(live, .cleared)
        self.live = nil
        hasAside = false
        return .cleared
    }

    /// Brings back the newest value that once stood.
    package mutating func undo() -> Effect {
        guard var place = past.first?.place else { return .notFound }
        isHeld = false
        if place.status == .playing { place.status = .paused }
        put(place, keeping: true)
        return .restored(place)
    }

    /// The daemon went away and came back: what played is paused.
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
