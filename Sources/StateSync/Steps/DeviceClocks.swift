package import StateModel

/// How far the clocks of other devices are from ours, as far as their presences tell.
///
/// A presence says what its device's clock showed when it was written. Until we read it some time
/// passed, so the smallest difference of the last few readings is the nearest to the truth.
package struct DeviceClocks: Sendable, Equatable {
    private struct Reading: Sendable, Equatable {
        var round: Int
        var difference: Int
    }

    private static let kept = 8

    private var readings: [Origin: [Reading]] = [:]

    /// Nothing is known of any.
    package init() {}

    /// Takes note of presences that were read at `now`, trusted time in milliseconds since 1970.
    package mutating func note(_ presences: [DevicePresence], now: Int) {
        for presence in presences where presence.at != 0 {
            var known = readings[presence.origin] ?? []
            if known.last?.round == presence.round { continue }
            let (difference, overflow) = now.subtractingReportingOverflow(presence.at)
            if overflow { continue }
            known.append(Reading(round: presence.round, difference: difference))
            readings[presence.origin] = known.suffix(Self.kept)
        }
    }

    /// How far that device's clock is behind ours, in milliseconds; nil: not known.
    package func offset(of origin: Origin) -> Int? {
        readings[origin]?.map(\.difference).min()
    }

    /// How long a record has been on its way since it was sent, in milliseconds.
    ///
    /// Where neither the remote nor a presence tells, none: that a point lives longer than it
    /// should is better than that it is lost to a wrong clock.
    package func transit(of entry: RemoteEntry, isOwn: Bool, now: Int) -> Int {
        if let waited = entry.waited { return max(0, waited) }
        let offset = isOwn ? 0 : offset(of: entry.record.operation.origin)
        guard let offset else { return 0 }
        let (elapsed, overflow) = now.subtractingReportingOverflow(entry.record.sentAt)
        return overflow ? 0 : max(0, elapsed &- offset)
    }
}
