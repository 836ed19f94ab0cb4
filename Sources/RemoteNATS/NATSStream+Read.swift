// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel
package import SyncModel
internal import SystemSupport

extension NATSStream {
    package mutating func page(
        after cursor: RemoteCursor?,
        limit: Int
    ) throws(RemoteError) -> RemotePage {
        guard isReady, let known else { throw .offline("the NATS stream has not been set up") }
        let now = serverTime
        if cursor == nil {
            hasGoneBack = false
            (findings.damaged, findings.damagedCount) = ([], 0)
        }
        var position = StreamCursor(identity: known, readAt: now)
        if let cursor {
            guard let read = StreamCursor(cursor), read.identity.name == known.name else {
                return .gap
            }
            if read.identity.epoch != known.epoch { return .rewound(epoch: known.epoch) }
            // The servers may have forgotten removals since then.
            if now - read.readAt > StreamLife.tombstone * 1_000 { return .gap }
            position = read
            if try hasLostPast(position) {
                forgetNumbers()
                return .rewound(epoch: known.epoch)
            }
        }
        let read = try read(from: position, limit: limit)
        position = read.position
        if now - position.readAt > Self.cursorMilliseconds { position.readAt = now }
        position.knownPresence = presence ?? position.knownPresence
        return .entries(read.entries, cursor: position.bytes, more: read.more)
    }

    /// The precision of a cursor's time, in milliseconds, so that an unchanged position keeps its
    /// cursor.
    private static let cursorMilliseconds = 3_600_000

    /// Returns true if the stream has reverted to an older state since the cursor.
    ///
    /// This device writes its presence last in a round. A stream that has lost a message which this
    /// device stored or read before has therefore also lost that presence.
    private mutating func hasLostPast(_ position: StreamCursor) throws(RemoteError) -> Bool {
        if hasGoneBack { return true }
        if isPresenceConfirmed { return false }
        let expected = max(presence ?? 0, position.knownPresence)
        let found = try findPresence()?.sequence ?? 0
        // The flag is reset when the caller reads from the beginning.
        hasGoneBack = found < expected || position.next - 1 > max(lastAtLeader, newest)
        isPresenceConfirmed = !hasGoneBack
        return hasGoneBack
    }

    private struct Reading {
        var entries: [RemoteEntry] = []
        var position: StreamCursor
        var more = false
    }

    /// The maximum number of waits for a server that is behind, and the duration of each.
    static let waits = (count: 100, microseconds: UInt32(10_000))

    /// Reads up to the limit, or to the newest message that this device knows of.
    ///
    /// Any server may answer, even one that is behind because it hung or was restarted.
    private mutating func read(
        from start: StreamCursor,
        limit: Int
    ) throws(RemoteError) -> Reading {
        var reading = Reading(position: start)
        for wait in 0..<Self.waits.count {
            let room = limit - reading.entries.count
            reading.more = room == 0
            if room > 0 { try read(&reading, room: room) }
            newest = max(newest, reading.position.next - 1)
            if reading.more || isNewest(reading.position) { return reading }
            if !reading.entries.isEmpty {
                reading.more = true
                return reading
            }
            // An announced message may have been removed since; only the leader knows.
            if wait == 0, try isLast(reading.position.next - 1, of: layout.everything) {
                lastAtLeader = reading.position.next - 1
                newest = lastAtLeader
                client.listener.forgetAnnouncements()
                return reading
            }
            usleep(Self.waits.microseconds)
        }
        throw .transient("a NATS server is far behind the others")
    }

    /// Returns true if the leader has no message of a subject with a higher number.
    mutating func isLast(
        _ sequence: Int,
        of subject: String
    ) throws(RemoteError) -> Bool {
        try client.first(of: subject, from: sequence + 1) == nil
    }

    private func isNewest(_ position: StreamCursor) -> Bool {
        position.next > max(newest, lastAtLeader, client.listener.announced)
    }

    private mutating func read(_ reading: inout Reading, room: Int) throws(RemoteError) {
        let batch = try fetched(from: reading.position.next, limit: room)
        var room = room
        for (place, message) in batch.messages.enumerated() {
            let isFirst = message.sequence == reading.position.next
            let skipped = isFirst ? reading.position.skipped : 0
            let records = records(of: message).dropFirst(skipped)
            reading.entries += records.prefix(room).compactMap { $0.map { entry($0, message) } }
            guard records.count <= room else {
                reading.position.next = message.sequence
                reading.position.skipped = skipped + room
                reading.more = true
                ahead = FetchedMessages(
                    messages: Array(batch.messages[place...]),
                    more: batch.more
                )
                return
            }
            room -= records.count
            reading.position.next = message.sequence + 1
            reading.position.skipped = 0
        }
        reading.more = batch.more
    }

    /// Returns messages from the given number on; uses the rest of the last fetch if that starts
    /// there.
    private mutating func fetched(
        from start: Int,
        limit: Int
    ) throws(RemoteError) -> FetchedMessages {
        if let left = ahead, left.messages.first?.sequence == start {
            ahead = nil
            return left
        }
        return try client.messages(of: layout.everything, from: start, limit: limit)
    }

    /// Returns the records of a message; a message or a record that cannot be read is recorded as
    /// damage.
    private mutating func records(of message: StoredMessage) -> [RemoteRecord?] {
        guard layout.isRecord(message.subject) else { return [] }
        FaultReport.work(with: message.source)
        guard let records = RecordPack.records(in: message.bytes) else {
            findings.note(message, "it is damaged, or from a later version", reader: origin)
            return []
        }
        if records.contains(nil) {
            let reason = "records of this device cannot be read, \(RemoteDamage.unreadRecord)"
            findings.note(message, reason, reader: origin, isNotedOnce: true)
        }
        return records
    }

    func entry(_ record: RemoteRecord, _ message: StoredMessage) -> RemoteEntry {
        RemoteEntry(
            record: record,
            tag: tag(message.sequence),
            waited: max(0, serverTime.rawValue - message.storedAt),
            source: message.source
        )
    }
}
