// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

extension StreamLayout {
    /// Returns the request that stores a pack directly after the sender's newest one.
    func request(
        for pack: RecordPack,
        first: Operation,
        after last: NewestPack,
        _ attempt: Int
    ) -> NATSRequest {
        // A server also recognises the ID of a message that has been removed, and would take the
        // pack for stored. In this case, the pack gets another ID.
        let again = attempt > 0 ? ".\(last.sequence).\(attempt)" : ""
        let stored = OperationNumbers.text(of: pack.stored.map(\.number))
        return NATSRequest(
            subject: subject(of: first, after: last.sequence),
            headers: [
                ("Nats-Msg-Id", "\(first.identifier).\(pack.operations.count)\(again)"),
                ("Nats-Expected-Last-Subject-Sequence", "\(last.sequence)"),
                ("Nats-Expected-Last-Subject-Sequence-Subject", packs(of: first.origin)),
                ("Nats-TTL", "\(pack.hasKeys ? StreamLife.tombstone : StreamLife.event)s"),
            ] + (stored.isEmpty ? [] : [(Self.storedBefore, stored)]),
            bytes: pack.bytes
        )
    }
}
