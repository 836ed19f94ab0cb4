// SPDX-License-Identifier: Apache-2.0

/// The record of a replacement of a store's file, in a file beside the store.
///
/// Once the record is on stable storage, each start continues the replacement until it is complete.
/// Without a record, the file at the store's path has not been touched.
package struct ReplacementIntent: Sendable, Equatable {
    package enum Phase: String, Sendable {
        case moving
        /// The files are in place, but the store has not recorded the replacement yet.
        case moved
    }

    package enum Cause: String, Sendable {
        /// The store was damaged, empty or missing, and was replaced by a backup or an empty store.
        case damage
        /// A restore that the user had requested was interrupted, and has been completed.
        case request
        /// A file of the store was deleted, renamed or replaced while in use, and the daemon wrote
        /// the store to its path again.
        case loss
    }

    package var phase = Phase.moving
    package var cause: Cause
    /// The path to which the former file was moved; `nil` if there was none, or it was not kept.
    package var aside: String?
    /// The backup or kept file that replaces the former file, or after a loss, the path of the
    /// store itself; `nil` for an empty store.
    package var source: String?
    package var reason: String

    private static let header = "stated replacement 2"
    /// The terminator of each member.
    ///
    /// A path cannot contain this character. A reason may contain it, because it may quote an
    /// item's name; a space then replaces it.
    private static let end: Character = "\0"

    var bytes: [UInt8] {
        let reason = String(reason.map { $0 == Self.end ? " " : $0 })
        return [Self.header, phase.rawValue, cause.rawValue, aside ?? "", source ?? "", reason]
            .flatMap { Array("\($0)\(Self.end)".utf8) }
    }
}

extension ReplacementIntent {
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
