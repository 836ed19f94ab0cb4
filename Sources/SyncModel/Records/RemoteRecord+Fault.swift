// SPDX-License-Identifier: Apache-2.0
package import StateModel

// The validation of records from other devices, which have the same limits as clients' calls.
extension RemoteRecord {
    /// Returns the reason why the record must not be stored at `now`; `nil` if it is valid.
    ///
    /// The JSON in an event's body is not parsed; only its size is checked.
    package func fault(now: Timestamp) -> String? {
        switch content {
        case .item(let version): version.fault(now: now)
        case .event(let event): event.fault(now: now)
        }
    }

    package var subject: String {
        switch content {
        case .item(let version): version.key.name.text
        case .event(let event): event.event.id
        }
    }
}

extension ItemVersion {
    /// The maximum time by which an order key may be ahead of this device's clock: 1,000 years, in
    /// milliseconds.
    ///
    /// The limit advances with the clock, and writes raise an item's order key more slowly. Even
    /// the highest key that is accepted therefore never prevents later versions.
    package static let leadMilliseconds = 1_000 * 366 * 86_400_000
    /// The maximum time to live of a resume point, in milliseconds.
    package static let lifeMilliseconds = 2 * 366 * 86_400_000

    fileprivate func fault(now: Timestamp) -> String? {
        let newest = max(stamp.key, seen.newest ?? stamp.key)
        let name = key.name.text
        let nameFault = ValueFault("item", text: name, atMost: Limits.itemBytes)
        if let nameFault { return nameFault.text }
        guard newest.time - now <= Self.leadMilliseconds else {
            return "its timestamp is more than 1,000 years ahead of this device's clock"
        }
        switch (key.kind, value) {
        case (_, .tombstone): return nil
        case (.alias, .alias(let item)):
            return ValueFault("the alias's item", text: item, atMost: Limits.itemBytes)?.text
        case (.point, .point(let point)):
            let life = point.life + max(0, point.age)
            guard abs(life) <= Self.lifeMilliseconds else { return "its time to live is too long" }
            return point.fault(of: name)
        case (.alias, .point), (.point, .alias): return "its value does not match its kind"
        }
    }
}

extension SyncedPoint {
    fileprivate func fault(of item: String) -> String? {
        let snapshot = Snapshot(
            item: item,
            player: player,
            status: status,
            position: position,
            duration: duration,
            title: title,
            reading: reading
        )
        if let fault = snapshot.fault { return fault.text }
        return device.utf8.count <= Limits.deviceBytes ? nil : "the device's name is too long"
    }
}

extension SyncedEvent {
    fileprivate func fault(now: Timestamp) -> String? {
        let times = [event.at.clamped] + (event.key.map { [$0.rank.stamp.time] } ?? [])
        guard times.allSatisfy({ abs($0 - now) <= ItemVersion.leadMilliseconds }) else {
            return "its timestamp is more than 1,000 years from this device's clock"
        }
        if let fault = event.fault { return fault.text }
        return device.utf8.count <= Limits.deviceBytes ? nil : "the device's name is too long"
    }
}
