internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

extension Tenant {
    /// The maximum number of points that expire in one commit; the next slice follows in the next
    /// turn.
    private static let slice = 256

    /// Writes and publishes that a point has expired.
    ///
    /// - Parameters:
    ///   - head: The item's newest state, whose expiry is due.
    ///   - viewers: The attached players by their current item; `nil` to find those of this item.
    ///   - now: Trusted time in milliseconds since 1970.
    /// - Returns: The expired state.
    /// - Throws: The errors of the store.
    @discardableResult
    func expire(
        _ head: ItemState,
        viewers: [ExactString: [String]]? = nil,
        now: Int
    ) throws(StateError) -> ItemState {
        let expired = try write(
            ItemRecord(point: head.record.point, device: head.record.device),
            .expired,
            after: head,
            keyTime: head.record.point.expiresAt,
            now: now
        )
        tell(.expired, expired, removed: head)
        // Players that show the item, in front or behind, get an alert at once; others when they
        // attach.
        let watching = (viewers ?? self.viewers())[ExactString(head.record.point.item)] ?? []
        for player in watching.sorted() { try tellExpiry(of: expired, to: player, now: now) }
        return expired
    }

    /// Returns the players with surfaces, in front or behind, by their current item.
    private func viewers() -> [ExactString: [String]] {
        var viewers: [ExactString: [String]] = [:]
        for player in surfaces.players.keys {
            guard let item = store.log.player(named: player)?.item else { continue }
            viewers[ExactString(item), default: []].append(player)
        }
        return viewers
    }

    /// Expires points that are due by `now`, one slice of them.
    func expireDue(now: Int) {
        do throws(StateError) {
            try admit()
            let due = try onStore { () throws(StoreError) in
                try store.expiry.take(by: now, limit: Self.slice)
            }
            let viewers = due.isEmpty ? [:] : viewers()
            for head in due {
                store.log.beginCall()
                try expire(head, viewers: viewers, now: now)
            }
            nextExpiry = try onStore { () throws(StoreError) in try store.expiry.next() }
        } catch {
            nextExpiry = now + 200
            logger.debug("expiry.failed", metadata: ["why": "\(error)"])
        }
    }
}
