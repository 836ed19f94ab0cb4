// SPDX-License-Identifier: Apache-2.0

/// The record of a replacement of a store's file, kept beside the store.
///
/// Once it is on stable storage, each start continues the replacement until it is complete. Before
/// that, nothing has changed.
package struct ReplacementIntent: Sendable, Equatable {
    /// The phases of a replacement.
    package enum Phase: String, Sendable {
        /// The files are being moved.
        case moving
        /// The files are in place; the store has no record of the replacement yet.
        case moved
    }

    /// The reasons for a replacement.
    package enum Cause: String, Sendable {
        /// The store's file was damaged, empty or gone.
        case damage
        /// The user requested it.
        case request
        /// The file was deleted or replaced while in use, and the daemon wrote it again.
        case loss
    }

    /// The phase of the replacement.
    package var phase = Phase.moving
    /// The reason for the replacement.
    package var cause: Cause
    /// The path at which the former file is kept; `nil` if there was none.
    package var aside: String?
    /// The backup or kept file that replaces the former file; `nil` if the store begins empty.
    package var source: String?
    /// A human-readable reason.
    package var reason: String

    private static let header = "stated replacement 2"
    /// The terminator of each member.
    ///
    /// No path can contain it. In a reason it is replaced by a space, because an item name may
    /// contain it.
    private static let end: Character = "\0"

    /// The content of the file: a heading, then the members.
    var bytes: [UInt8] {
        let reason = String(reason.map { $0 == Self.end ? " " : $0 })
        return [Self.header, phase.rawValue, cause.rawValue, aside ?? "", source ?? "", reason]
            .flatMap { Array("\($0)\(Self.end)".utf8) }
    }
}

extension ReplacementIntent {
    /// Parses the content of the file; `nil` if it is not a complete intent.
    init?(bytes: [UInt8]) {
        let parts = String(decoding: bytes, as: UTF8.self)
            .split(separator: Self.end, omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 7, parts[0] == Self.header,
            let phase = Phase(rawValue: parts[1]), let cause = Cause(rawValue: parts[2])
        else { return nil }
        self.init(
            phase: phase,
            cause: cause,
            aside: parts[3].isEmpty ? nil : parts[3],
            source: parts[4].isEmpty ? nil : parts[4],
            reason: parts[5]
        )
    }
}
