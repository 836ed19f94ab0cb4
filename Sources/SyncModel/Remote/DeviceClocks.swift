// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The known differences between this device's clock and those of other devices.
///
/// A presence contains the time at which it was written, and this device reads it a little later.
/// The difference of the two times is therefore an upper bound for the lead of this device's clock.
/// Likewise, the difference that the other device measured for this device's presence gives a lower
/// bound. The estimate is the difference within the bounds that is closest to 0.
package struct DeviceClocks: Sendable, Equatable {
    private struct Bounds: Sendable, Equatable {
        var round: Int
        /// The maximum lead of this device's clock, in milliseconds.
        var upper: Int
        /// The minimum lead of this device's clock, in milliseconds; `nil` if it is unknown.
        var lower: Int?
        /// A reported lower bound that is ignored, because it contradicts a later upper bound: one
        /// of the clocks was set.
        var stale: Int?
        var isSynchronized: Bool
    }

    package struct Estimate: Sendable, Equatable {
        /// The estimated lead of this device's clock, in milliseconds.
        package var offset: Int
        /// The maximum error of the estimate, in milliseconds; `nil` if there is no lower bound.
        package var uncertainty: Int?
    }

    private var bounds: [UInt64: [Int: Bounds]] = [:]

    package init() {}

    /// Updates the bounds from presences that were read at `now`; this device's own is ignored.
    package mutating func note(_ presences: [DevicePresence], by own: Origin, now: Timestamp) {
        var count = bounds.values.reduce(0) { $0 + $1.count }
        for presence in presences where presence.at != .epoch && presence.origin != own {
            let difference = Timestamp(now - presence.at).clamped.rawValue
            let former = self[presence.origin]
            guard former != nil || count < SyncMemory.maximumOrigins else { continue }
            if former == nil { count += 1 }
            var known = former ?? Bounds(round: 0, upper: difference, isSynchronized: false)
            let isNew = known.round != presence.round
            if isNew { known.upper = min(known.upper, difference) }
            known.round = presence.round
            known.isSynchronized = presence.clock.isSynchronized
            let found = presence.clock.differences[own].map { -$0 }
            if let found, found != known.stale { known.lower = found }
            if let lower = known.lower, lower > known.upper {
                // One of the clocks was set. The newest reading is used, and the other device will
                // notice the step too.
                known.upper = isNew ? difference : known.upper
                if lower > known.upper { (known.lower, known.stale) = (nil, lower) }
            }
            self[presence.origin] = known
        }
    }

    /// The maximum lead of this device's clock over that of each other device, in milliseconds,
    /// which this device's presence reports.
    package var differences: [Origin: Int] {
        Dictionary(uniqueKeysWithValues: all.map { ($0.origin, $0.bounds.upper) })
    }

    private var all: [(origin: Origin, bounds: Bounds)] {
        bounds.flatMap { device, incarnations in
            incarnations.map { (Origin(device: device, incarnation: $0), $1) }
        }.sorted { $0.origin < $1.origin }
    }

    private subscript(origin: Origin) -> Bounds? {
        get { bounds[origin.device]?[origin.incarnation] }
        set { bounds[origin.device, default: [:]][origin.incarnation] = newValue }
    }

    /// Returns the estimated difference to a device's clock; `nil` if no report of this incarnation
    /// or a later one was read.
    package func estimate(of origin: Origin) -> Estimate? {
        guard let known = joinedBounds(of: origin) else { return nil }
        let offset = min(max(0, known.lower ?? 0), known.upper)
        guard let lower = known.lower else { return Estimate(offset: offset, uncertainty: nil) }
        return Estimate(offset: offset, uncertainty: max(known.upper - offset, offset - lower))
    }

    /// Returns the bounds of an incarnation, narrowed by those of the device's later incarnations.
    ///
    /// An earlier incarnation sends no more reports, but its records are still read. Later bounds
    /// that contradict the earlier ones are ignored.
    private func joinedBounds(of origin: Origin) -> Bounds? {
        let incarnations = bounds[origin.device] ?? [:]
        var joined = incarnations[origin.incarnation]
        for later in incarnations.keys.sorted() where later > origin.incarnation {
            guard let other = incarnations[later] else { continue }
            guard var known = joined else {
                joined = other
                continue
            }
            known.upper = min(known.upper, other.upper)
            known.lower = [known.lower, other.lower].compactMap(\.self).max()
            if known.lower ?? .min <= known.upper { joined = known }
        }
        return joined
    }

    package func isSynchronized(_ origin: Origin) -> Bool {
        self[origin]?.isSynchronized ?? false
    }

    /// Returns the estimated lead of this device's clock over another one, in milliseconds; 0 if it
    /// is unknown.
    package func offset(of origin: Origin) -> Int {
        estimate(of: origin)?.offset ?? 0
    }

    /// Returns the origins whose estimated difference has changed by more than
    /// ``toleranceMilliseconds`` since `other`, or has become certain.
    ///
    /// The ages of their records must be computed again.
    package func moved(since other: DeviceClocks) -> [Origin] {
        all.map(\.origin).filter { origin in
            abs(offset(of: origin) - other.offset(of: origin)) > Self.toleranceMilliseconds
                || isCertain(origin) && !other.isCertain(origin)
        }
    }

    package func isCertain(_ origin: Origin) -> Bool {
        (estimate(of: origin)?.uncertainty ?? .max) <= Self.certaintyMilliseconds
    }

    /// The maximum error of an age that is left uncorrected, in milliseconds.
    package static let toleranceMilliseconds = 250

    /// Returns the estimated time since a record was sent, in milliseconds; at least 0.
    package func transit(of entry: RemoteEntry, isOwn: Bool, now: Timestamp) -> Int {
        let estimate = isOwn ? nil : estimate(of: entry.record.operation.origin)
        let waited = max(0, entry.waited ?? 0)
        // The remote measures from the arrival of the record. The difference of the clocks also
        // includes the time before.
        let isCertain = isOwn || isCertain(entry.record.operation.origin)
        if entry.waited != nil, !isCertain { return waited }
        return max(waited, now - entry.record.sentAt - (estimate?.offset ?? 0))
    }

    /// The maximum error of a difference that counts as certain, in milliseconds.
    package static let certaintyMilliseconds = 1_000
}

extension DeviceClocks {
    func write(to writer: inout RecordWriter) {
        let all = all
        writer.count(all.count)
        for (origin, known) in all {
            writer.write(origin)
            writer.count(known.round)
            writer.signed(known.upper)
            for bound in [known.lower, known.stale] {
                writer.byte(bound == nil ? 0 : 1)
                if let bound { writer.signed(bound) }
            }
            writer.byte(known.isSynchronized ? 1 : 0)
        }
    }

    init(from reader: inout RecordReader) throws(RecordReader.Damaged) {
        for _ in 0..<(try reader.count()) {
            let origin = try reader.origin()
            self[origin] = Bounds(
                round: try reader.count(),
                upper: try reader.signed(),
                lower: try reader.flag() ? try reader.signed() : nil,
                stale: try reader.flag() ? try reader.signed() : nil,
                isSynchronized: try reader.flag()
            )
        }
    }
}
