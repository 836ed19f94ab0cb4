internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

extension Space {
    /// How many points expire in one commit; the next slice follows in the next turn.
    private static let slice = 256

    /// Writes and tells that a point's time was up.
    @discardableResult
    func expire(_ head: Head, now: Int) throws(StateError) -> Head {
        let expired = try write(
            ItemRecord(point: head.record.point, device: head.record.device),
            .expired,
            after: head,
            keyTime: head.record.point.expiresAt,
            now: now
        )
        tell(.expired, expired, removed: head)
        return expired
    }

    /// Lets expire what is due by `now`, a slice of it.
    func expireDue(now: Int) {
        do throws(StateError) {
            try admit()
            let due = try onStore { () throws(StoreError) in
                try store.takeExpired(by: now, limit: Self.slice)
            }
            for head in due {
                store.beginCall()
                try expire(head, now: now)
            }
            nextExpiry = try onStore { () throws(StoreError) in try store.nextExpiry() }
        } catch {
            nextExpiry = now + 200
            logger.debug("expiry.failed", metadata: ["why": "\(error)"])
        }
    }
}
