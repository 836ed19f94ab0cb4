// SPDX-License-Identifier: Apache-2.0
package import StateStore

extension StorageFinding {
    /// Creates the finding for the recovery of a store; `nil` if there is nothing to report.
    ///
    /// - Parameters:
    ///   - recovery: the recovery.
    ///   - path: the store's file.
    ///   - loss: the rows recovered from the damaged file; `nil` if it was not searched.
    package init?(_ recovery: Store.Recovery, at path: String, _ loss: LogLoss? = nil) {
        let gain = loss?.gain ?? ""
        let lies = recovery.damaged.map { "; what was there lies at \($0)" } ?? ""
        let undo =
            recovery.damaged == nil
            ? "" : " “statectl restore” lists it, and what else there is."
        switch recovery.kind {
        case .replaced:
            let taken = recovery.restored.map {
                gain.isEmpty
                    ? "The backup \($0) took its place: what was saved after it is not in there."
                    : "The backup \($0) took its place."
            }
            self.init(
                title: "The store was damaged",
                message: "The store \(path) was damaged (\(recovery.reason))\(lies). "
                    + (taken ?? "There was no good backup, so it began empty.") + gain + undo,
                event: "store.damaged"
            )
        case .kept:
            self.init(
                title: "The store is not the one expected",
                message: "The store \(path) was opened as it is, but \(recovery.reason). If that "
                    + "was not meant, “statectl restore” lists what can take its place.",
                event: "store.unexpected"
            )
        case .writtenBack:
            self.init(
                title: "The store's file was deleted or replaced",
                message: "\(path): \(recovery.reason)\(lies). The daemon still had the store open "
                    + "and wrote all of it back.\(undo)",
                event: "store.written-back"
            )
        case .requested: return nil
        }
    }
}
