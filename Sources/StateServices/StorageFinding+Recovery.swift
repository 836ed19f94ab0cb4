package import StateStore

extension StorageFinding {
    /// The finding that a start is the reason of; `nil` if there is nothing to find.
    package init?(_ recovery: Store.Recovery, at path: String) {
        let lies = recovery.damaged.map { "; what was there lies at \($0)" } ?? ""
        let undo =
            recovery.damaged == nil
            ? "" : " “statectl restore” lists it, and what else there is."
        switch recovery.kind {
        case .replaced:
            let taken = recovery.restored.map {
                "The backup \($0) took its place: what was saved after it is not in there."
            }
            self.init(
                title: "The store was damaged",
                message: "The store \(path) was damaged (\(recovery.reason))\(lies). "
                    + (taken ?? "There was no good backup, so it began empty.") + undo,
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
