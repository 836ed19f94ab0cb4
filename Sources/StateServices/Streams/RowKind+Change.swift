// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore

// The meaning of a row about an item for subscribers, whether they receive it live or later, and
// whichever part of the daemon wrote it.
extension ItemRecord {
    /// Returns the kind of change of a row; `nil` if subscribers receive none.
    func change(_ kind: RowKind) -> ChangeKind? {
        switch kind {
        // A longer lifetime is a change to programs that show it.
        case .saved, .renewed: .saved
        case .restored: .restored
        // Without a point there is nothing to remove; but the end of an item is a change to
        // programs that show the player.
        case .cleared: standingDelta < 0 || device == .own ? .cleared : nil
        case .expired: standingDelta < 0 ? .expired : nil
        // A change of the item's names follows, with the joined point.
        case .joined: nil
        case .quarantined, .archived, .merged, .lost: nil
        case .player, .alert, .aliased: nil
        }
    }
}

extension ChangeLog {
    /// Returns the revision of the point in the change that a row makes.
    ///
    /// - Parameters:
    ///   - kind: the kind of the row.
    ///   - record: the content of the row.
    ///   - revision: the revision of the row.
    ///   - former: the item's state before the row, if it is at hand.
    /// - Returns: the revision of the removed point, if the row removes one, or of the row.
    /// - Throws: ``StoreError`` if the log cannot be read.
    func pointRevision(
        _ kind: RowKind,
        _ record: ItemRecord,
        _ revision: Revision,
        after former: ItemState? = nil
    ) throws(StoreError) -> Revision {
        guard !kind.isLive, let removed = record.link?.sequence else { return revision }
        if let former, former.sequence == removed { return former.revision }
        return try self.revision(of: removed) ?? Revision(removed)
    }
}
