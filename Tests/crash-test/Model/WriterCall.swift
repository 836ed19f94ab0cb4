package import StateModel

/// One observation that a writer sends, told from all others by its number.
package struct Write: Sendable, Equatable {
    /// What the observation means.
    package enum Style: Sendable, CaseIterable {
        /// Paused here.
        case pause
        /// Playing from here on; nobody says why.
        case play
        /// Sought here on purpose.
        case seek
        /// Loaded near the beginning: a jump back that nobody explains.
        case suspect
        /// Over: the resume point goes.
        case finish
        /// Time passed.
        case tick
    }

    /// The observation's number: each one of a writer has a greater one than those before.
    package var serial: Int
    /// The item observed.
    package var item: String
    /// Where playback stood, in seconds.
    package var position: Double
    /// What it means.
    package var style: Style
    /// Seconds to live; nil: as configured.
    package var ttl: Int?

    /// An observation with all its members.
    package init(serial: Int, item: String, position: Double, style: Style, ttl: Int? = nil) {
        self.serial = serial
        self.item = item
        self.position = position
        self.style = style
        self.ttl = ttl
    }

    /// A position at about `seconds` that betrays the observation's number.
    package static func position(_ seconds: Int, serial: Int) -> Double {
        Double(seconds) + Place.mark(of: serial)
    }

    /// What it becomes where it is stored.
    package var place: Place {
        let playing = style == .play || style == .tick
        return Place(serial: serial, position: position, status: playing ? .playing : .paused)
    }

    /// Whether the player says why.
    var isExplained: Bool { style != .play }

    /// The observation as it goes over the wire; the title carries the number.
    package func snapshot(by player: String) -> Snapshot {
        Snapshot(
            item: item,
            player: player,
            status: style == .finish ? .finished : place.status,
            position: position,
            duration: style == .finish ? position : nil,
            title: String(serial),
            cause: cause,
            ttl: ttl
        )
    }

    private var cause: Cause? {
        switch style {
        case .pause: .pause
        case .play: nil
        case .seek: .seek
        case .suspect: .load
        case .finish: .stop
        case .tick: .tick
        }
    }
}

/// Where an item stands: which observation put it there, and what that said.
package struct Place: Sendable, Equatable {
    /// The observation's number.
    package var serial: Int
    /// Seconds from the beginning.
    package var position: Double
    /// Whether it plays.
    package var status: Status

    /// A place with all its members.
    package init(serial: Int, position: Double, status: Status) {
        self.serial = serial
        self.position = position
        self.status = status
    }

    /// The fraction of a second that observations of that number have.
    fileprivate static func mark(of serial: Int) -> Double {
        Double(serial & 0xFFFF) / 65_536
    }

    /// Whether the position is one that an observation of that number may have had.
    package var isGenuine: Bool {
        position - position.rounded(.down) == Self.mark(of: serial)
    }

    /// The place that a resume point tells; nil: no writer of ours made it.
    package init?(_ point: ResumePoint) {
        guard let serial = point.title.flatMap({ Int($0) }) else { return nil }
        self.init(serial: serial, position: point.position, status: point.status)
    }
}

extension Place: CustomStringConvertible {
    package var description: String { "#\(serial) at \(position) \(status)" }
}

/// One call of a writer.
package enum WriterCall: Sendable, Equatable {
    /// Save.
    case save(Write)
    /// SaveMany, of different items.
    case saveMany([Write])
    /// Clear, of that item.
    case clear(String)
    /// Undo, of that item.
    case undo(String)
    /// Save, called oneway.
    case tick(Write)

    /// The observations that it carries.
    package var writes: [Write] {
        switch self {
        case .save(let write), .tick(let write): [write]
        case .saveMany(let writes): writes
        case .clear, .undo: []
        }
    }

    /// The items that it is about.
    package var items: [String] {
        switch self {
        case .clear(let item), .undo(let item): [item]
        default: writes.map(\.item)
        }
    }

    /// Whether nobody answers it.
    package var isOneway: Bool {
        if case .tick = self { true } else { false }
    }
}
