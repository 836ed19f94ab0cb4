// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateSync
internal import SyncModel

struct SyncLogLine: Equatable {
    /// The message, which is the same for all lines of a kind.
    var message: String
    /// The variable facts, by dotted key.
    var metadata: [String: String]
    var level: Logger.Level

    init(_ message: String, _ metadata: [String: String], _ level: Logger.Level = .warning) {
        self.message = message
        self.metadata = metadata
        self.level = level
    }

    /// Returns the line for a change of the status; `nil` if there is nothing to report.
    ///
    /// A round that begins and succeeds is not a change.
    static func change(from before: SyncStatus, to after: SyncStatus) -> SyncLogLine? {
        guard before.trouble != after.trouble else { return nil }
        return switch after.trouble {
        case .offline:
            SyncLogLine("sync is offline", ["reason": after.error ?? "there is no network"])
        case .failed: SyncLogLine("sync failed", ["reason": after.error ?? "not known"])
        case nil, .disabled, .idle, .syncing:
            SyncLogLine("sync works again", [:], .notice)
        }
    }

    static func phases(of round: SyncRoundRecord) -> [SyncLogLine] {
        Sync.PhaseName.allCases.compactMap { phase in
            round.phaseMilliseconds[phase.rawValue].map { milliseconds in
                SyncLogLine(
                    "sync phase ended",
                    [
                        "round.number": "\(round.number)", "phase": phase.rawValue,
                        "phase.milliseconds": "\(milliseconds)",
                    ],
                    .debug
                )
            }
        }
    }

    /// Returns the line for a round; `nil` if the round succeeded without transferring anything.
    static func end(of round: SyncRoundRecord) -> SyncLogLine? {
        var facts = [
            "round.number": "\(round.number)",
            "round.triggers": round.triggers.joined(separator: ","),
            "round.milliseconds": "\(round.endedAt - round.startedAt)",
        ]
        guard round.outcome == .succeeded else {
            facts["round.outcome"] = round.outcome.rawValue
            facts["reason"] = round.error ?? "not known"
            facts["next"] =
                round.outcome == .offline
                ? "the remote is probed until it answers"
                : "entries are sent again, after a longer delay each time"
            return SyncLogLine("sync round failed", facts)
        }
        guard round.pushed > 0 || round.changed > 0 else { return nil }
        facts["sent"] = "\(round.pushed)"
        facts["fetched"] = "\(round.changed)"
        facts["conflicts"] = "\(round.conflicts)"
        return SyncLogLine("synced changes", facts, .info)
    }
}
