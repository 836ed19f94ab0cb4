// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import StateSync
package import SyncModel

/// The server side of a remote as a value: a log of records, and its guarantees.
package struct SimulatedServer: Sendable {
    /// The guarantees and the faults of a server.
    package struct Manners: Sendable {
        /// True if stored records survive a crash.
        package var isDurable = true
        /// True if a value is stored only over the expected one.
        package var comparesAndSwaps = false
        /// The number of the newest records that are repeated with each read.
        package var overlap = 0
        /// True if items and events are refused when their names begin with "poison".
        package var refusesPoison = true
        /// The inverse probability of being busy for a record; 0 for never.
        package var busyOneIn = 0
        /// The inverse probability that an event shows up a few reads late; 0 for never.
        ///
        /// A carrier of a folder may do that with a file. The first event of an origin is never late, nor
        /// is one of a life that is over: nobody waits for those.
        package var lateOneIn = 0
        /// True if the server reports how long a record has been stored; a folder does not.
        package var measuresWaits = true

        /// Creates the manners of a server without faults.
        package init() {}
    }

    private struct Stored: Sendable {
        var record: RemoteRecord
        var at: Timestamp
        var isDurable: Bool
    }

    /// The guarantees and the faults.
    package var manners: Manners
    private var name: String
    private var epoch = 1
    private var log: [Stored] = []
    /// Events that are stored and show up late, with the number of reads until then.
    private var late: [(stored: Stored, reads: Int)] = []
    /// The origins of the events that have shown up.
    private var origins: Set<Origin> = []
    private var operations: Set<Operation> = []
    private var eventIDs: Set<String> = []
    /// The position of the newest record of each item, counted from 1.
    private var newest: [SyncKey: Int] = [:]
    private var presences: [UInt64: DevicePresence] = [:]
    private var random: UInt64 = 0x5EED
    /// True after the restoration of an older copy, until somebody reads from the beginning.
    private var isRestored = false

    /// Creates an empty server.
    package init(_ manners: Manners = Manners(), name: String = "simulated") {
        self.manners = manners
        self.name = name
    }

    /// The capabilities of a driver for this server.
    package var capabilities: RemoteCapabilities {
        RemoteCapabilities(comparesAndSwaps: manners.comparesAndSwaps, needsNetwork: true)
    }

    /// The identity of the remote.
    package var identity: RemoteIdentity { RemoteIdentity(name: name, epoch: epoch) }

    /// All records, oldest first.
    package var records: [RemoteRecord] { log.map(\.record) }
    /// The number of records.
    package var count: Int { log.count }

    /// Returns the records after the first `count`, oldest first.
    package func records(after count: Int) -> [RemoteRecord] {
        log.dropFirst(count).map(\.record)
    }

    /// Answers a call that arrives at `now`, in milliseconds by the remote's own clock.
    package mutating func answer(_ call: RemoteCall, now: Timestamp) -> RemoteAnswer {
        switch call {
        case .setUp: return .ready(identity)
        case .devices: return .devices(presences.values.sorted { $0.origin < $1.origin })
        case .push(let batch): return .pushed(push(batch, now: now))
        case .page(let cursor, let limit):
            defer { showLate() }
            if isRestored, cursor != nil { return .page(.rewound(epoch: epoch)) }
            isRestored = false
            return .page(page(after: cursor, limit: limit, now: now))
        case .report(let presence):
            let known = presences[presence.origin.device]
            let isNewer =
                known.map {
                    ($0.origin.incarnation, $0.round)
                        < (presence.origin.incarnation, presence.round)
                } ?? true
            // A life that is over must not be seen to lack events that are to come.
            if known?.origin != presence.origin { showLate(atOnce: true) }
            if isNewer { presences[presence.origin.device] = presence }
            return .reported
        }
    }

    /// Removes a device from the list.
    package mutating func forget(_ device: UInt64) {
        presences[device] = nil
    }
}

extension SimulatedServer {
    private mutating func push(_ batch: [RemoteRecord], now: Timestamp) -> [PushOutcome] {
        var blocked: Set<Origin> = []
        return batch.map { record in
            if case .event(let event) = record.content, blocked.contains(event.origin) {
                return .transient(after: 0)
            }
            let outcome = store(record, now: now)
            if case .event(let event) = record.content, !outcome.isStored {
                blocked.insert(event.origin)
            }
            return outcome
        }
    }

    private mutating func store(_ record: RemoteRecord, now: Timestamp) -> PushOutcome {
        if operations.contains(record.operation) { return .stored(tag: nil, durable: true) }
        if happens(oneIn: manners.busyOneIn) {
            return .transient(after: nil, reason: "it is busy")
        }
        switch record.content {
        case .event(let event):
            let id = event.event.id
            if manners.refusesPoison, id.hasPrefix("poison") {
                return .permanent("it refuses \(id)")
            }
            if eventIDs.contains(id) { return .stored(tag: nil, durable: true) }
            eventIDs.insert(id)
            if origins.contains(event.origin), event.origin == record.operation.origin,
                happens(oneIn: manners.lateOneIn)
            {
                let stored = Stored(record: record, at: now, isDurable: manners.isDurable)
                operations.insert(record.operation)
                late.append((stored, 1 + below(8)))
                return .stored(tag: nil, durable: manners.isDurable)
            }
            origins.insert(event.origin)
        case .item(let version):
            if manners.refusesPoison, version.key.name.text.hasPrefix("poison") {
                return .permanent("it refuses \(version.key.name.text)")
            }
            if manners.comparesAndSwaps {
                let place = newest[version.key]
                guard record.base == place.map({ tag($0) }) else {
                    return .conflict(current: place.map { entry($0, now: now) })
                }
            }
            newest[version.key] = log.count + 1
        }
        operations.insert(record.operation)
        log.append(Stored(record: record, at: now, isDurable: manners.isDurable))
        return .stored(tag: tag(log.count), durable: manners.isDurable)
    }

    private mutating func happens(oneIn count: Int) -> Bool {
        count > 0 && below(count) == 0
    }

    private mutating func below(_ count: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((random >> 33) % UInt64(count))
    }

    /// Appends the events whose time has come to those that are read: all if `atOnce` is true.
    private mutating func showLate(atOnce: Bool = false) {
        for index in late.indices { late[index].reads -= 1 }
        log += late.filter { atOnce || $0.reads <= 0 }.map(\.stored)
        late.removeAll { atOnce || $0.reads <= 0 }
    }

    private func page(after cursor: RemoteCursor?, limit: Int, now: Timestamp) -> RemotePage {
        var start = 0
        if let cursor {
            guard let numbers = Self.numbers(cursor.bytes) else { return .gap }
            if numbers[0] != epoch { return .rewound(epoch: epoch) }
            start = max(0, min(numbers[1], log.count) - (numbers[2] == 1 ? 0 : manners.overlap))
        }
        let end = min(log.count, start + limit)
        let entries = start < end ? (start + 1...end).map { entry($0, now: now) } : []
        // Within one read nothing is repeated; the next read begins with the overlap.
        let more = end < log.count
        let next = RemoteCursor(Self.bytes([epoch, end, more ? 1 : 0]))
        return .entries(entries, cursor: next, more: more)
    }

    private func entry(_ place: Int, now: Timestamp) -> RemoteEntry {
        let stored = log[place - 1]
        var record = stored.record
        record.base = nil
        let waited = manners.measuresWaits ? max(0, now - stored.at) : nil
        return RemoteEntry(record: record, tag: tag(place), waited: waited)
    }

    private func tag(_ place: Int) -> RemoteTag {
        RemoteTag(Self.bytes([epoch, place]))
    }

    private static func bytes(_ numbers: [Int]) -> [UInt8] {
        Array(numbers.map { String($0) }.joined(separator: " ").utf8)
    }

    private static func numbers(_ bytes: [UInt8]) -> [Int]? {
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").map { Int($0) }
        return numbers.count == 3 ? numbers.compactMap(\.self) : nil
    }
}

extension SimulatedServer {
    /// Loses the last `count` records, as when an old copy is restored, and begins a new epoch.
    package mutating func rewind(by count: Int) {
        showLate(atOnce: true)
        log.removeLast(min(count, log.count))
        epoch += 1
        operations = Set(log.map(\.record.operation))
        eventIDs = []
        origins = []
        newest = [:]
        for (index, stored) in log.enumerated() {
            switch stored.record.content {
            case .event(let event):
                eventIDs.insert(event.event.id)
                origins.insert(event.origin)
            case .item(let version): newest[version.key] = index + 1
            }
        }
    }

    /// Puts an older copy in the server's place, which only its readers notice.
    package mutating func restore(_ copy: SimulatedServer) {
        self = copy
        isRestored = true
    }

    /// Makes all current records durable.
    package mutating func sync() {
        showLate(atOnce: true)
        for index in log.indices { log[index].isDurable = true }
    }

    /// Crashes and restarts with the durable records.
    package mutating func crash() {
        showLate(atOnce: true)
        let kept = log.prefix { $0.isDurable }.count
        if kept < log.count { rewind(by: log.count - kept) }
    }
}
