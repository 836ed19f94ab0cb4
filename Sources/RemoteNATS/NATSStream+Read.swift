// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel
internal import SyncModel

extension NATSStream {
    /// Returns the records stored since the cursor.
    mutating func page(
        after cursor: RemoteCursor?,
        limit: Int
    ) throws(RemoteError) -> RemotePage {
        guard isReady, let known else { throw .offline("the NATS stream has not been set up") }
        let now = serverTime
        if cursor == nil { (hasGoneBack, findings.damaged) = (false, []) }
        var position = StreamCursor(identity: known, readAt: now)
        if let cursor {
            guard let read = StreamCursor(cursor), read.identity.name == known.name else {
                return .gap
            }
            if read.identity.epoch != known.epoch { return .rewound(epoch: known.epoch) }
            // What was removed since may be forgotten.
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
        position.witness = presence ?? position.witness
        return .entries(read.entries, cursor: position.bytes, more: read.more)
    }

    /// The precision of a cursor's time, in milliseconds: the same place has the same cursor.
    private static let cursorMilliseconds = 3_600_000

    /// Returns true if the stream went back to an older state since the cursor was made.
    ///
    /// This device alone writes its presence, and writes it after all else. A stream that lost
    /// anything that this device had stored or read by then has lost the presence, too.
    private mutating func hasLostPast(_ position: StreamCursor) throws(RemoteError) -> Bool {
        if hasGoneBack { return true }
        if isWitnessed { return false }
        let expected = max(presence ?? 0, position.witness)
        let found = try findPresence()?.sequence ?? 0
        // Readers begin anew after this, which ends it.
        hasGoneBack = found < expected || position.next - 1 > max(lastAtLeader, newest)
        isWitnessed = !hasGoneBack
        return hasGoneBack
    }

    private struct Reading {
        var entries: [RemoteEntry] = []
        var position: StreamCursor
        var more = false
    }

    /// The number of waits for a server that is behind the others, and the length of one in
    /// microseconds.
    private static let waits = (count: 100, microseconds: UInt32(10_000))

    /// Reads until the limit, or to the newest message that this device knows of.
    ///
    /// Any server may answer, even one that is behind: one that stood still, or was started again.
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
            // What was announced may have been removed since; only the leader knows.
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

    /// Returns true if the leader has nothing of a subject behind a message.
    private mutating func isLast(
        _ sequence: Int,
        of subject: String
    ) throws(RemoteError) -> Bool {
        try client.first(of: subject, from: sequence + 1) == nil
    }

    /// Returns true if nothing is known to be stored behind a position.
    private func isNewest(_ position: StreamCursor) -> Bool {
        position.next > max(newest, lastAtLeader, client.listener.announced)
    }

    /// Reads some messages, with `room` records at most.
    private mutating func read(_ reading: inout Reading, room: Int) throws(RemoteError) {
        let batch = try fetched(from: reading.position.next, limit: room)
        var room = room
        for (place, message) in batch.messages.enumerated() {
            let isFirst = message.sequence == reading.position.next
            let skipped = isFirst ? reading.position.skipped : 0
            let records = records(of: message).dropFirst(skipped)
            reading.entries += records.prefix(room).map { entry($0, message) }
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

    /// Returns the messages from a number on: those that are left of the last fetch, if they begin
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

    /// Returns the records of a message; a damaged one is noted, and passed over.
    private mutating func records(of message: StoredMessage) -> [RemoteRecord] {
        guard layout.isRecord(message.subject) else { return [] }
        if let records = RecordPack.records(in: message.bytes) { return records }
        note(message, "it is damaged, or of a later version of stated")
        return []
    }

    private mutating func note(_ message: StoredMessage, _ reason: String) {
        let writer = message.subject.split(separator: ".").lazy.compactMap { Origin($0) }.first
        let damage = RemoteDamage(
            origin: writer ?? origin,
            path: "\(message.subject) (message \(message.sequence))",
            reason: reason
        )
        guard findings.damaged.count < Self.maximumDamage, !findings.damaged.contains(damage) else {
            return
        }
        findings.damaged.append(damage)
    }

    /// Returns a record as the stream holds it.
    func entry(_ record: RemoteRecord, _ message: StoredMessage) -> RemoteEntry {
        RemoteEntry(
            record: record,
            tag: tag(message.sequence),
            waited: max(0, serverTime.rawValue - message.storedAt)
        )
    }

    /// The most damaged messages that are listed.
    private static let maximumDamage = 100
}

extension NATSStream {
    /// The number of presences that are read at a time.
    private static let devicesAtATime = 1_000

    /// Returns the presences of all devices.
    ///
    /// Reads after this wait for a server that has all to which they refer.
    mutating func devices() throws(RemoteError) -> [DevicePresence] {
        guard isReady else { throw .offline("the NATS stream has not been set up") }
        for _ in 0..<Self.waits.count {
            let (presences, last) = try presences()
            // A device that a server does not know of yet would seem to be taken off the list. What
            // such a server lacks is newer than all that it has.
            if !hasReplicas || last >= lastAtLeader { return presences }
            if try isLast(last, of: layout.devices + "*") { return presences }
            usleep(Self.waits.microseconds)
        }
        throw .transient("a NATS server is far behind the others")
    }

    /// Returns the presences that one of the servers has, and the number of the newest.
    private mutating func presences() throws(RemoteError) -> ([DevicePresence], last: Int) {
        var presences: [DevicePresence] = []
        var (next, more) = (1, true)
        while more {
            let batch = try client.messages(
                of: layout.devices + "*",
                from: next,
                limit: Self.devicesAtATime
            )
            for message in batch.messages {
                next = message.sequence + 1
                // A device that was taken off the list left an empty message.
                if message.bytes.isEmpty { continue }
                presences.append(presence(in: message))
            }
            more = batch.more
        }
        newest = max(newest, next - 1)
        return (presences, next - 1)
    }

    private mutating func presence(in message: StoredMessage) -> DevicePresence {
        if let presence = DevicePresence(bytes: message.bytes) { return presence }
        note(message, "the presence is damaged, or of a later version of stated")
        let digits = message.subject.dropFirst(layout.devices.count)
        let device = UInt64(digits, radix: 16) ?? 0
        return DevicePresence(unread: Origin(device: device, incarnation: 1))
    }

    /// Returns the message with this device's presence, and notes its number.
    private mutating func findPresence() throws(RemoteError) -> StoredMessage? {
        let message = try client.last(of: layout.subject(of: origin.device))
        if let message { presence = max(presence ?? 0, message.sequence) }
        return message
    }

    /// The number of times that a presence may meet one that was stored without an answer.
    private static let reports = 3

    /// Stores a presence, unless a newer one is there.
    mutating func report(_ report: DevicePresence) throws(RemoteError) {
        guard isReady else { throw .offline("the NATS stream has not been set up") }
        for _ in 0..<Self.reports {
            let written = presence ?? 0
            let found = try findPresence()
            guard found?.sequence ?? 0 >= written else {
                hasGoneBack = true
                throw .transient("the NATS stream \(layout.name) went back to an older state")
            }
            if let found, let standing = DevicePresence(bytes: found.bytes),
                (standing.origin.incarnation, standing.round)
                    >= (report.origin.incarnation, report.round)
            {
                return
            }
            if isOlderThanKnown(found, report) { hasGoneBack = true }
            let stored = try store(
                report.bytes,
                of: report.origin.device,
                after: found?.sequence ?? 0
            )
            if let sequence = stored {
                presence = sequence
                newest = max(newest, sequence)
                return
            }
        }
        throw .transient("the presence of this device changes while it is written")
    }

    /// Returns true if the stream's presence of this device is not that of the report before.
    ///
    /// The report before may have got lost on its way, and then everything is read once more.
    private func isOlderThanKnown(_ found: StoredMessage?, _ report: DevicePresence) -> Bool {
        guard let standing = found.flatMap({ DevicePresence(bytes: $0.bytes) }),
            standing.origin == report.origin
        else { return false }
        return standing.round < report.round - 1
    }

    /// Takes a device off the list.
    mutating func forget(_ device: UInt64) throws(RemoteError) {
        guard isReady else { throw .offline("the NATS stream has not been set up") }
        for _ in 0..<Self.reports {
            let found = try client.last(of: layout.subject(of: device))
            guard let found, !found.bytes.isEmpty else { return }
            if let sequence = try store([], of: device, after: found.sequence) {
                newest = max(newest, sequence)
                return
            }
        }
        throw .transient("the presence of the device changes while it is removed")
    }

    /// Stores the content of a presence; returns its number, or `nil` if another message came
    /// before it.
    private mutating func store(
        _ bytes: [UInt8],
        of device: UInt64,
        after expected: Int
    ) throws(RemoteError) -> Int? {
        let answer = try client.call(
            NATSRequest(
                subject: layout.subject(of: device),
                headers: [("Nats-Expected-Last-Subject-Sequence", "\(expected)")],
                bytes: bytes
            )
        )
        if let error = answer.error {
            if error.code == JetStreamError.wrongLast { return nil }
            throw RemoteError(error)
        }
        return answer["seq"]?.int
    }
}
