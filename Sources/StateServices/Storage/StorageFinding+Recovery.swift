// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import StateStore

extension StorageFinding {
    /// Creates the finding that reports the recovery of a store; `nil` if there is nothing to
    /// report.
    package init?(_ recovery: Store.Recovery, at path: String) {
        let lies = recovery.damaged.map { "; the former file is kept as \($0)" } ?? ""
        let undo =
            recovery.damaged == nil
            ? "" : " “statectl restore” lists the former file and the other copies."
        switch recovery.cause {
        case .damage:
            let taken = recovery.restored.map {
                "The backup \($0) took its place"
                    + (recovery.recovered == nil
                        ? ": it lacks what was saved later." : ".")
            }
            self.init(
                title: "The store was replaced",
                message: "The store \(path) could not be used (\(recovery.reason))\(lies). "
                    + (taken ?? "There was no good backup, so the new store is empty.")
                    + Self.outcome(recovery.recovered) + undo,
                event: "the store was replaced"
            )
        case nil:
            self.init(
                title: "The store is not the one expected",
                message: "The store \(path) was opened as it is, but \(recovery.reason). If that "
                    + "was not intended, “statectl restore” lists the copies that can replace it.",
                event: "the store is not the expected one"
            )
        case .loss:
            self.init(
                title: "A file of the store was deleted, renamed or replaced",
                message: "\(path): \(recovery.reason)\(lies). The daemon still had the store open "
                    + "and wrote all of it back.\(undo)",
                event: "store.written-back"
            )
        case .request: return nil
        }
    }

    private static func outcome(_ recovered: RecoveredRows?) -> String {
        guard let recovered else { return "" }
        var text = ""
        if recovered.rows + recovered.events > 0 {
            text =
                " \(recovered.rows) newer rows and \(recovered.events) events that were intact in "
                + "the damaged file were recovered."
        }
        let since = recovered.since.map { " after \(date($0))" } ?? ""
        return switch recovered.lostPoints {
        case 0: text + " No point was lost."
        case 1: text + " One point that was saved\(since) could not be recovered."
        case let lost?: text + " \(lost) points that were saved\(since) could not be recovered."
        case nil: text + " Anything else that was saved\(since) could not be recovered."
        }
    }

    private static func date(_ time: Timestamp) -> String {
        let civil = CivilTime(seconds: time.rawValue / 1_000)
        return "\(civil.date) \(civil.hourAndMinute) UTC"
    }
}
