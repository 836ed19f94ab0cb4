// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// An observation that a writer sends, identified by its number.
package struct Write: Sendable, Equatable {
    /// The meaning of an observation.
    package enum Style: Sendable, CaseIterable {
        /// The player paused.
        case pause
        /// The player plays from here on and gives no cause.
        case play
        /// The user sought to this position.
        case seek
        /// The player loaded the item near the beginning: an unexplained jump back.
        case suspect
        /// The item has ended and the resume point is removed.
        case finish
        /// Time has passed.
        case tick
    }

    /// The number of the observation, greater than those of the writer's earlier ones.
    package var serial: Int
    /// The item observed.
    package var item: String
    /// The playback position, in seconds.
    package var position: Double
    /// The meaning of the observation.
    package var style: Style
    /// The time to live in seconds; `nil` for the configured one.
    package var ttl: Int?

    /// Creates an observation from its members.
    package init(serial: Int, item: String, position: Double, style: Style, ttl: Int? = nil) {
        self.serial = serial
        self.item = item
        self.position = position
        self.style = style
        self.ttl = ttl
    }

    /// Returns a position at about `seconds` that encodes the observation's number.
    package static func position(_ seconds: Int, serial: Int) -> Double {
        Double(seconds) + Place.mark(of: serial)
    }

    /// The place that the observation becomes once it is stored.
    package var place: Place {
        let playing = style == .play || style == .tick
        return Place(serial: serial, position: position, status: playing ? .playing : .paused)
    }

    /// True if the player gives a cause.
    var isExplained: Bool { style != .play }

    /// Returns the observation as it is sent; the title contains the number.
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

/// The place of an item: the observation that set it, with its position and status.
package struct Place: Sendable, Equatable {
    /// The number of the observation.
    package var serial: Int
    /// The position, in seconds from the beginning.
    package var position: Double
    /// The playback status.
    package var status: Status

    /// Creates a place from its members.
    package init(serial: Int, position: Double, status: Status) {
        self.serial = serial
        self.position = position
        self.status = status
    }

    /// Returns the fraction of a second that encodes an observation's number.
    fileprivate static func mark(of serial: Int) -> Double {
        Double(serial & 0xFFFF) / 65_536
    }

    /// True if the position encodes the observation's number.
    package var isGenuine: Bool {
        position - position.rounded(.down) == Self.mark(of: serial)
    }

    /// Creates the place of a resume point; `nil` if no writer of ours made it.
    package init?(_ point: ResumePoint) {
        guard let serial = point.title.flatMap({ Int($0) }) else { return nil }
        self.init(serial: serial, position: point.position, status: point.status)
    }
}

extension Place: CustomStringConvertible {
    /// The number, the position and the status, for people.
    package var description: String { "#\(serial) at \(position) \(status)" }
}

/// A call of a writer.
package enum WriterCall: Sendable, Equatable {
    /// A Save.
    case save(Write)
    /// A SaveMany of different items.
    case saveMany([Write])
    /// A Clear of the item.
    case clear(String)
    /// An Undo of the item.
    case undo(String)
    /// A oneway Save.
    case tick(Write)

    /// The observations in the call.
    package var writes: [Write] {
        switch self {
        case .save(let write), .tick(let write): [write]
        case .saveMany(let writes): writes
        case .clear, .undo: []
        }
    }

    /// The items that the call concerns.
    package var items: [String] {
        switch self {
        case .clear(let item), .undo(let item): [item]
        default: writes.map(\.item)
        }
    }

    /// True if the call gets no reply.
    package var isOneway: Bool {
        if case .tick = self { true } else { false }
    }
}
