internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

extension Space {
    /// How many points expire in one commit; the next slice follows in the next turn.
    private static let slice = 256

    /// Writes and tells that a point's time was up.
    ///
    /// - Parameters:
    ///   - head: The item's newest state, whose time is up.
    ///   - viewers: The attached players by their current item; `nil` to look for those of this one.
    ///   - now: Trusted time in milliseconds since 1970.
    /// - Returns: The state that says so.
    /// - Throws: What the store cannot do.
    @discardableResult
    func expire(
        _ head: Head,
        viewers: [Verbatim: [String]]? = nil,
        now: Int
    ) throws(StateError) -> Head {
        let expired = try write(
            ItemRecord(point: head.record.point, device: head.record.device),
            .expired,
            after: head,
            keyTime: head.record.point.expiresAt,
            now: now
        )
        tell(.expired, expired, removed: head)
        // Whoever has the item in front of them, or behind, hears of it at once; others when they attach.
        let watching = (viewers ?? self.viewers())[Verbatim(head.record.point.item)] ?? []
        for player in watching.sorted() { try tellExpiry(of: expired, to: player, now: now) }
        return expired
    }

    /// The players with surfaces, in front or behind, by their current item.
    private func viewers() -> [Verbatim: [String]] {
        var viewers: [Verbatim: [String]] = [:]
        for player in surfaces.players.keys {
            guard let item = store.player(named: player)?.item else { continue }
            viewers[Verbatim(item), default: []].append(player)
        }
        return viewers
    }

    /// Lets expire what is due by `now`, a slice of it.
    func expireDue(now: Int) {
        do throws(StateError) {
            try admit()
            let due = try onStore { () throws(StoreError) in
                try store.takeExpired(by: now, limit: Self.slice)
            }
            let viewers = due.isEmpty ? [:] : viewers()
            for head in due {
                store.beginCall()
                try expire(head, viewers: viewers, now: now)
            }
            nextExpiry = try onStore { () throws(StoreError) in try store.nextExpiry() }
        } catch {
            nextExpiry = now + 200
            logger.debug("expiry.failed", metadata: ["why": "\(error)"])
        }
    }
}
