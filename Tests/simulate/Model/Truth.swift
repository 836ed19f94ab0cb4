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

    /// Every write that there ever was, and those that somebody still holds.
    private var everWritten: [Stamp: [String: Write]] = [:]
    private var writes: [Stamp: [String: Write]] = [:]
    /// Every event that there ever was, and those that somebody still holds.
    private var everAppended: [String: Event] = [:]
    private var events: [String: Event] = [:]
    private var operations: [Operation: String] = [:]
    /// When each position was observed, by a clock that is right; no two are equal.
    private var observedAt: [Double: (device: Int, time: Int)] = [:]
    private(set) var faults: [String] = []

    /// A player's write was acknowledged.
    mutating func wrote(_ item: String, _ key: OrderKey, _ origin: Origin, _ position: Double?) {
        let stamp = Stamp(key: key, origin: origin)
        let write = Write(item: item, stamp: stamp, position: position)
        everWritten[stamp, default: [:]][item] = write
        writes[stamp, default: [:]][item] = write
    }

    /// A player observed a position, whatever its device's clock says.
    mutating func observed(_ position: Double, at now: Int, on device: Int) {
        observedAt[position] = (device, now)
    }

    /// A device's clock was set: what it observed so far may be of any age.
    mutating func forgetTimes(on device: Int) {
        observedAt = observedAt.filter { $0.value.device != device }
    }

    /// Returns what is wrong with the age of a point, `nil` if it is right to the second.
    ///
    /// - Parameters:
    ///   - point: The point, as a device has it.
    ///   - trusted: The device's own time.
    ///   - now: The time by a clock that is right.
    /// - Returns: What is wrong, in words.
    func fault(inAgeOf point: ResumePoint, by trusted: Int, now: Int) -> String? {
        guard let observed = observedAt[point.position]?.time else { return nil }
        let (age, truth) = (trusted - point.at, now - observed)
        guard abs(age - truth) > 1_000 else { return nil }
        return "\(point.item) is \(age) ms old, and should be \(truth)"
    }

    /// An event was acknowledged.
    mutating func appended(_ id: String, _ origin: Origin, _ number: Int) {
        events[id] = Event(id: id, origin: origin, number: number)
        everAppended[id] = events[id]
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

    /// The remote has these: from a call that came late, perhaps, and that nobody remembers.
    mutating func stored(_ records: [RemoteRecord]) {
        for record in records {
            switch record.content {
            case .item(let version):
                let (stamp, item) = (version.stamp, version.key.name.text)
                writes[stamp, default: [:]][item] = everWritten[stamp]?[item]
            case .event(let event): events[event.id] = everAppended[event.id]
            }
        }
    }

    /// A store or the remote went back to an older copy: what nobody holds any more is gone.
    mutating func keep(_ stamps: Set<Stamp>, events ids: Set<String>) {
        writes = writes.filter { stamps.contains($0.key) }
        events = events.filter { ids.contains($0.key) }
    }
}

extension Truth {
    /// What is wrong with a device's events.
    func faults(inEvents ids: [String]) -> [String] {
        var faults: [String] = []
        if Set(ids).count != ids.count { faults.append("events are there twice") }
        let missing = events.keys.filter { !ids.contains($0) }
        if !missing.isEmpty { faults.append("events are lost: \(missing.sorted().prefix(5))") }
        var last: [Origin: Event] = [:]
        for id in ids where !id.hasPrefix("poison") {
            guard let event = everAppended[id] else { continue }
            if let before = last[event.origin], before.number > event.number {
                faults.append("\(id) of \(event.origin) came behind \(before.id)")
            }
            last[event.origin] = event
        }
        let strange = ids.filter { everAppended[$0] == nil }
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
        let ever = everWritten.values.compactMap { $0[item] }
        if let position, !ever.contains(where: { $0.position == position }) {
            return "nobody wrote \(item) at \(position)"
        }
        guard isNewest, let newest = all.max(by: { $0.stamp < $1.stamp }) else { return nil }
        if newest.position == position { return nil }
        let wanted = newest.position.map { "\($0)" } ?? "removed"
        return "\(item) is \(position.map { "\($0)" } ?? "removed"), and should be \(wanted)"
    }
}
