// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateSync
internal import SyncModel

/// A line of the log about sync.
struct SyncLogLine: Equatable {
    /// The message, the same for each line of its kind.
    var message: String
    /// The facts, by dotted key.
    var metadata: [String: String]
    /// True for a line that needs the user's attention.
    var isWarning: Bool

    /// Creates a line.
    init(_ message: String, _ metadata: [String: String], isWarning: Bool = true) {
        self.message = message
        self.metadata = metadata
        self.isWarning = isWarning
    }

    /// Returns the line for a change of state; `nil` if there is nothing to report.
    ///
    /// A round that begins and ends well is not a change.
    static func change(from before: SyncStatus, to after: SyncStatus) -> SyncLogLine? {
        guard before.trouble != after.trouble else { return nil }
        return switch after.trouble {
        case .offline:
            SyncLogLine("sync is offline", ["reason": after.error ?? "there is no network"])
        case .failed: SyncLogLine("sync fails", ["reason": after.error ?? "not known"])
        case nil, .disabled, .idle, .syncing:
            SyncLogLine("sync works again", [:], isWarning: false)
        }
    }

    /// Returns the line for a failed round; `nil` if the round succeeded.
    static func end(of round: SyncRoundRecord) -> SyncLogLine? {
        guard round.outcome != .succeeded else { return nil }
        return SyncLogLine(
            "sync round failed",
            [
                "round.number": "\(round.number)",
                "round.triggers": round.triggers.joined(separator: ","),
                "round.milliseconds": "\(round.endedAt - round.startedAt)",
                "round.outcome": round.outcome.rawValue,
                "reason": round.error ?? "not known",
                "next": round.outcome == .offline
                    ? "the remote is probed until it answers"
                    : "entries are tried again, later each time",
            ]
        )
    }
}
