internal import StateModel
internal import StateSync
internal import SyncTesting

/// What was promised to players, and what must therefore be true in the end.
struct Truth {
    private struct Write {
        var item: String
        var stamp: Stamp
        /// nil: it was removed.
        var position: Double?
    }

    private struct Event {
        var id: String
        var origin: Origin
        var number: Int
    }

    private var writes: [Stamp: [String: Write]] = [:]
    private var events: [String: Event] = [:]
    /// What reached the remote at some time: it is nobody's to lose any more.
    private var toldStamps: Set<Stamp> = []
    private var toldEvents: Set<String> = []
    private var operations: [Operation: String] = [:]
    private(set) var faults: [String] = []

    /// A player's write was acknowledged.
    mutating func wrote(_ item: String, _ key: OrderKey, _ origin: Origin, _ position: Double?) {
        let stamp = Stamp(key: key, origin: origin)
        writes[stamp, default: [:]][item] = Write(item: item, stamp: stamp, position: position)
    }

    /// An event was acknowledged.
    mutating func appended(_ id: String, _ origin: Origin, _ number: Int) {
        events[id] = Event(id: id, origin: origin, number: number)
    }

    /// The remote was asked to store these.
    mutating func pushed(_ batch: [RemoteRecord]) {
        for record in batch {
            let text: String
            switch record.content {
            case .item(let version): text = "\(version.key.name.text) \(version.stamp)"
            case .event(let event): text = event.id
            }
            if let before = operations.updateValue(text, forKey: record.operation), before != text {
                faults.append("operation \(record.operation) was \(before), and then \(text)")
            }
        }
    }

    /// The remote has these.
    mutating func stored(_ records: [RemoteRecord]) {
        for record in records {
            switch record.content {
            case .item(let version): toldStamps.insert(version.stamp)
            case .event(let event): toldEvents.insert(event.id)
            }
        }
    }

    /// A device's store was replaced by that older copy: what it alone knew since is gone.
    mutating func lost(_ origin: Origin, except backup: MemoryDisk) {
        var kept: [String: OrderKey] = [:]
        for item in backup.allItems { kept[item.key.name.text] = item.rowKey }
        for (stamp, items) in writes where stamp.origin == origin && !toldStamps.contains(stamp) {
            for item in items.keys where kept[item].map({ stamp.key > $0 }) ?? true {
                writes[stamp]?[item] = nil
            }
        }
        let known = Set(backup.eventIDs)
        for event in events.values where event.origin == origin && !known.contains(event.id) {
            if !toldEvents.contains(event.id) { events[event.id] = nil }
        }
    }
}

extension Truth {
    /// What is wrong with a device's events.
    func faults(inEvents ids: [String]) -> [String] {
        var faults: [String] = []
        if Set(ids).count != ids.count { faults.append("events are there twice") }
        let missing = events.keys.filter { !ids.contains($0) }
        if !missing.isEmpty { faults.append("events are lost: \(missing.sorted().prefix(5))") }
        var last: [Origin: Int] = [:]
        for id in ids where !id.hasPrefix("poison") {
            guard let event = events[id] else { continue }
            if let before = last[event.origin], before > event.number {
                faults.append("event \(id) came out of its device's order")
            }
            last[event.origin] = event.number
        }
        let strange = ids.filter { events[$0] == nil && !toldEvents.contains($0) }
        if !strange.isEmpty { faults.append("nobody appended \(strange.prefix(5))") }
        return faults
    }

    /// What is wrong with an item's position; nil: there is none.
    ///
    /// - Parameters:
    ///   - item: the item.
    ///   - position: where it stands.
    ///   - isNewest: whether the newest wins on all devices.
    /// - Returns: what is wrong; nil: nothing.
    func fault(_ item: String, at position: Double?, isNewest: Bool) -> String? {
        let all = writes.values.compactMap { $0[item] }
        if let position, !all.contains(where: { $0.position == position }) {
            return "nobody wrote \(item) at \(position)"
        }
        guard isNewest, let newest = all.max(by: { $0.stamp < $1.stamp }) else { return nil }
        if newest.position == position { return nil }
        let wanted = newest.position.map { "\($0)" } ?? "removed"
        return "\(item) is \(position.map { "\($0)" } ?? "removed"), and should be \(wanted)"
    }
}
