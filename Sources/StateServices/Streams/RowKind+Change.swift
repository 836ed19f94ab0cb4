// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore

// How subscribers see a row about an item. The rules are the same for live changes and for the log.
extension ItemRecord {
    /// Returns the kind of change that a row represents; `nil` if subscribers do not receive the
    /// row.
    func change(_ kind: RowKind) -> ChangeKind? {
        switch kind {
        // Programs that show the expiry must receive a longer lifetime.
        case .saved, .renewed: .saved
        case .restored: .restored
        // Without a resume point, nothing is removed. But programs that show the player of this
        // device must learn that the item ended.
        case .cleared: currentDelta < 0 || device == .own ? .cleared : nil
        case .expired: currentDelta < 0 ? .expired : nil
        // A change of the item's names follows, which also contains the point.
        case .joined: nil
        case .quarantined, .archived, .merged, .lost, .inherited: nil
        case .player, .alert, .aliased: nil
        }
    }
}

extension ChangeLog {
    /// Returns a change of an item's names, which also contains its resume point at `now`.
    func aliased(_ state: ItemState, at now: Timestamp, revision: Revision) -> Change {
        guard state.isLive(at: now) else {
            return Change(kind: .aliased, revision: revision, item: state.record.point.item)
        }
        let point = point(state.record, revision: state.revision)
        return Change(.aliased, of: point, revision: revision)
    }

    /// Returns the revision of the point in the change that a row represents: that of the removed
    /// point if the row removes one, otherwise that of the row.
    ///
    /// `former` is the item's state before the row; `nil` to read its revision from the log.
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

extension Change {
    init(_ kind: ChangeKind, of point: ResumePoint, revision: Revision) {
        self.init(
            kind: kind,
            revision: revision,
            item: point.item,
            player: point.player,
            point: point
        )
    }
}
