// SPDX-License-Identifier: Apache-2.0

/// The record of the replacement of a store's file, kept beside the store.
///
/// From the moment it is on stable storage, the replacement happens, however often the process is
/// killed: the next start continues where it stopped. Before that moment, nothing has happened.
package struct ReplacementIntent: Sendable, Equatable {
    /// The phases of a replacement.
    package enum Phase: String, Sendable {
        /// The files are being moved.
        case moving
        /// The files are in place; the finding is not stored yet.
        case moved
    }

    /// The reasons for a replacement.
    package enum Cause: String, Sendable {
        /// The store's file was damaged, empty or gone.
        case damage
        /// A person asked for it.
        case request
        /// The file was deleted or replaced while the daemon ran, and the daemon wrote it back.
        case loss
    }

    /// The phase of the replacement.
    package var phase: Phase
    /// The reason for the replacement.
    package var cause: Cause
    /// The path at which the former file is kept; `nil` if there was none.
    package var aside: String?
    /// The backup or kept file that replaces it; `nil` if the store begins empty.
    package var source: String?
    /// The reason in words, for a person.
    package var reason: String

    /// Creates an intent with all its members.
    package init(
        phase: Phase = .moving,
        cause: Cause,
        aside: String?,
        source: String?,
        reason: String
    ) {
        self.phase = phase
        self.cause = cause
        self.aside = aside
        self.source = source
        self.reason = reason
    }

    private static let header = "stated replacement 1"

    /// The bytes of the file: a line for each member, and a final line that marks it as complete.
    var bytes: [UInt8] {
        let lines = [
            Self.header, phase.rawValue, cause.rawValue, aside ?? "", source ?? "", reason, "end",
        ]
        return Array(lines.map(Self.escaped).joined(separator: "\n").utf8)
    }

    /// Reads the bytes of the file; `nil` if they are not an intent.
    init?(bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map { Self.plain($0) }
        guard lines.count == 7, lines[0] == Self.header, lines[6] == "end",
            let phase = Phase(rawValue: lines[1]), let cause = Cause(rawValue: lines[2])
        else { return nil }
        self.init(
            phase: phase,
            cause: cause,
            aside: lines[3].isEmpty ? nil : lines[3],
            source: lines[4].isEmpty ? nil : lines[4],
            reason: lines[5]
        )
    }

    private static func escaped(_ text: String) -> String {
        var line = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": line += "\\\\"
            case "\n": line += "\\n"
            default: line.unicodeScalars.append(character)
            }
        }
        return line
    }

    private static func plain(_ line: Substring) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for character in line.unicodeScalars {
            if isEscaped {
                text.append(character == "n" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
            }
        }
        return String(text)
    }
}
