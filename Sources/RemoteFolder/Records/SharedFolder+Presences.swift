// SPDX-License-Identifier: Apache-2.0
package import SyncModel
internal import SystemSupport

extension SharedFolder {
    /// Writes this device's presence for the other devices, and packs its segments if there are
    /// many.
    package mutating func report(_ presence: DevicePresence) throws(RemoteError) {
        let folder = try open()
        var position = position
        position.last = position.last.filter { gone[$0.key] == nil }
        if written > 0 { position.last[run] = written }
        let file = PresenceFile(presence: presence, position: position, gone: gone)
        try folder.report(file, of: origin)
        try pack(folder, now: presence.at)
    }

    /// Returns the presences of all devices.
    ///
    /// If a device has read records that have not arrived here, its round is reported as 0, because
    /// records that it has sent may not have arrived either. If the presence of a device cannot be
    /// read, the device is listed as having seen nothing. Tombstones are then kept until the
    /// presence can be read, or the device is removed from the list.
    package mutating func devices() throws(RemoteError) -> [DevicePresence] {
        let folder = try open()
        let presences = try folder.presences()
        try noteOver(presences, folder)
        let reach = try reach(folder)
        try folder.checkIdentity()
        claims = [:]
        reported = nil
        return presences.map { origin, bytes in
            FaultReport.work(with: "\(layout.presences)/\(origin)")
            guard let file = PresenceFile(bytes: bytes), file.presence.origin == origin else {
                return DevicePresence(unread: origin)
            }
            claims[origin] = file.position.own
            if origin == self.origin {
                reported = file.position.last.merging(file.gone) { max($0, $1) }
            }
            var presence = file.presence
            if !file.position.last.allSatisfy({ reach[$0.key, default: 0] >= $0.value }) {
                presence.round = 0
            }
            return presence
        }
    }

    /// Determines which devices are gone, and which have begun a later incarnation.
    ///
    /// A device is gone if this device has seen its presence before, and it was removed from the
    /// list. A presence that was never here may still arrive.
    private mutating func noteOver(
        _ presences: [(origin: Origin, bytes: [UInt8])],
        _ folder: borrowing OpenFolder
    ) throws(RemoteError) {
        let listed = Set(presences.map(\.origin))
        let own = presences.first { $0.origin == origin }
        let met = own.flatMap { PresenceFile(bytes: $0.bytes) }?.presence.seen ?? [:]
        let over = try folder.origins().filter { origin in
            !listed.contains(origin) && met[origin] != nil
                || listed.contains {
                    $0.device == origin.device && $0.incarnation > origin.incarnation
                }
        }
        guard Set(over) != self.over else { return }
        self.over = Set(over)
        readAhead = [:]
    }

    /// Removes a device from the list of devices; its files are kept.
    package func forget(_ device: UInt64) throws(RemoteError) {
        try open().forget(device)
    }
}
