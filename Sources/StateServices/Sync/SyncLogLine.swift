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
    /// True for a line that a person should see.
    var isWarning = false

    /// Returns the line for a change of state; `nil` if there is nothing new for a person.
    ///
    /// A round that begins and ends well is not a change.
    static func change(from before: SyncStatus, to after: SyncStatus) -> SyncLogLine? {
        guard before.trouble != after.trouble else { return nil }
        switch after.trouble {
        case .offline:
            return SyncLogLine(
                message: "sync is offline",
                metadata: ["reason": after.error ?? "there is no network"],
                isWarning: true
            )
        case .failed:
            return SyncLogLine(
                message: "sync fails",
                metadata: ["reason": after.error ?? "not known"],
                isWarning: true
            )
        case nil, .disabled, .idle, .syncing:
            return SyncLogLine(message: "sync works again", metadata: [:])
        }
    }

    /// Returns the line for a round that ended; `nil` if the round succeeded.
    static func end(of round: SyncRoundRecord) -> SyncLogLine? {
        guard round.outcome != .succeeded else { return nil }
        return SyncLogLine(
            message: "sync round failed",
            metadata: [
                "round.number": "\(round.number)",
                "round.triggers": round.triggers.joined(separator: ","),
                "round.milliseconds": "\(round.endedAt - round.startedAt)",
                "round.outcome": round.outcome.rawValue,
                "reason": round.error ?? "not known",
                "next": round.outcome == .offline
                    ? "the remote is probed until it answers"
                    : "entries are tried again, later each time",
            ],
            isWarning: true
        )
    }

    /// Returns the line for a file that cannot be used, one of `files`.
    static func damaged(_ damage: RemoteDamage, by device: String, of files: Int) -> SyncLogLine {
        SyncLogLine(
            message: "sync file is damaged",
            metadata: [
                "path": damage.path, "device": device, "reason": damage.reason,
                "files": "\(files)",
            ],
            isWarning: true
        )
    }

    /// Returns the line for a file that can be used again, one of `files`.
    static func whole(_ damage: RemoteDamage, _ files: Int) -> SyncLogLine {
        SyncLogLine(
            message: "sync file is intact again",
            metadata: ["path": damage.path, "files": "\(files)"]
        )
    }

    /// Returns the line for a file of this device that it has written again, one of `files`.
    static func mended(_ path: String, _ files: Int) -> SyncLogLine {
        SyncLogLine(
            message: "sync file was damaged and is written again",
            metadata: ["path": path, "files": "\(files)"],
            isWarning: true
        )
    }
}
