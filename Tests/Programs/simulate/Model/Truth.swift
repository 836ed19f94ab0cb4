// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateSync
internal import SyncModel
internal import SyncTesting

/// A record of everything that was promised to players, from which the expected end state follows.
struct Truth {
    /// The maximum error of a time that its device or a record of it has, in milliseconds.
    static let toleranceMilliseconds = 1_000

    private struct Write {
        var item: String
        var stamp: Stamp
        /// The position; `nil` if the item was removed.
        var position: Double?
    }

    /// The time of a position, as a store or a record has it.
    struct Copy {
        var position: Double
        /// The number of the device that keeps it or sent it; `nil` if it may give it up.
        var device: Int?
        /// The true time that corresponds to it.
        var time: Int
    }

    private struct Observation {
        var device: Int
        var time: Int
        /// The maximum error of the time that devices agree on, in milliseconds.
        var error = Truth.toleranceMilliseconds
    }

    private struct Event {
        var id: String
        var origin: Origin
        var number: Int
    }

    /// All writes ever made, followed by those that a device or the remote still holds.
    private var everWritten: [Stamp: [String: Write]] = [:]
    private var writes: [Stamp: [String: Write]] = [:]
    /// All events ever appended, followed by those that a device or the remote still holds.
    private var everAppended: [String: Event] = [:]
    private var events: [String: Event] = [:]
    private var operations: [Operation: String] = [:]
    /// The true time at which each position was observed; no two positions are equal.
    private var observedAt: [Double: Observation] = [:]
    /// The faults found so far.
    private(set) var faults: [String] = []

    /// Records that a player's write was acknowledged.
    mutating func wrote(_ item: String, _ key: OrderKey, _ origin: Origin, _ position: Double?) {
        let stamp = Stamp(key: key, origin: origin)
        let write = Write(item: item, stamp: stamp, position: position)
        everWritten[stamp, default: [:]][item] = write
        writes[stamp, default: [:]][item] = write
    }

    /// Records the true time at which a player observed a position.
    mutating func observed(_ position: Double, at now: Int, on device: Int) {
        observedAt[position] = Observation(device: device, time: now)
    }

    /// Allows any age for what was observed on a device whose clock was set.
    ///
    /// If `agree` is false, the clock was set back, and the devices need not agree on the ages: other
    /// devices do not accept times in the future.
    mutating func forgetTimes(on device: Int, agree: Bool) {
        for (position, known) in observedAt where known.device == device {
            observedAt[position] = agree ? known : nil
            observedAt[position]?.error = .max
        }
    }

    /// Allows for errors in the times that neither the observing device nor a record of it has any
    /// more.
    ///
    /// - Parameters:
    ///   - copies: all times that are left.
    ///   - gain: the maximum error that a time gains until all devices have it.
    mutating func doubt(_ copies: [Copy], gain: Int) {
        for (position, copies) in Dictionary(grouping: copies, by: \.position) {
            guard let known = observedAt[position], known.error < .max else { continue }
            let errors = copies.map { abs($0.time - known.time) }
            let isKnown = zip(copies, errors).contains { copy, error in
                copy.device == known.device && error <= Self.toleranceMilliseconds
            }
            guard !isKnown, let greatest = errors.max() else { continue }
            observedAt[position]?.error = greatest + gain + Self.toleranceMilliseconds
        }
    }

    /// Returns true if the time of a position must not differ between devices.
    func hasTime(of position: Double) -> Bool { observedAt[position] != nil }

    /// Returns the fault in the time of a position, or `nil` if it is as right as it can be.
    func fault(in item: String, at position: Double, of time: Int) -> String? {
        guard let known = observedAt[position], abs(time - known.time) > known.error else {
            return nil
        }
        return "\(item) is \(known.time - time) ms too old, at most \(known.error)"
    }

    /// Records that an event was acknowledged.
    mutating func appended(_ id: String, _ origin: Origin, _ number: Int) {
        events[id] = Event(id: id, origin: origin, number: number)
        everAppended[id] = events[id]
    }

    /// Records that the remote was asked to store a batch.
    mutating func pushed(_ batch: [RemoteRecord]) {
        for record in batch {
            let text: String
            switch record.content {
            case .item(let version): text = "\(version.key.name.text) \(version.stamp)"
            case .event(let event): text = event.event.id
            }
            if let before = operations.updateValue(text, forKey: record.operation), before != text {
                faults.append("operation \(record.operation) was \(before), and then \(text)")
            }
        }
    }

    /// Records that the remote has stored records, perhaps from a late call that no device
    /// remembers.
    mutating func stored(_ records: [RemoteRecord]) {
        for record in records {
            switch record.content {
            case .item(let version):
                let (stamp, item) = (version.stamp, version.key.name.text)
                writes[stamp, default: [:]][item] = everWritten[stamp]?[item]
            case .event(let event): events[event.event.id] = everAppended[event.event.id]
            }
        }
    }

    /// Keeps exactly what is held after a store or the remote returned to an older copy, which may
    /// also bring back what was overwritten everywhere.
    mutating func keep(_ stamps: Set<Stamp>, events ids: Set<String>) {
        writes = everWritten.filter { stamps.contains($0.key) }
        events = everAppended.filter { ids.contains($0.key) }
    }
}

extension Truth {
    /// Returns the faults in a device's events.
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

    /// Returns the fault in an item's position, or `nil` if there is none.
    ///
    /// - Parameters:
    /// - item: the item.
    /// - position: the position on all devices.
    /// - isNewest: true if the newest change wins on all devices.
    /// - Returns: the fault, or `nil` if there is none.
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
