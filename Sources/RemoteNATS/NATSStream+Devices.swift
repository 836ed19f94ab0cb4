// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import SyncModel
internal import SystemSupport

extension NATSStream {
    /// Returns the presences of all devices.
    ///
    /// Later reads wait for a server that has all messages up to the newest presence.
    package mutating func devices() throws(RemoteError) -> [DevicePresence] {
        guard isReady else { throw .offline("the NATS stream has not been set up") }
        for _ in 0..<Self.waits.count {
            let (presences, last) = try presences()
            // A device that a server does not know yet would seem to be removed from the list. Such
            // a server lacks only messages newer than all that it has.
            if !hasReplicas || last >= lastAtLeader { return presences }
            if try isLast(last, of: layout.devices + "*") { return presences }
            usleep(Self.waits.microseconds)
        }
        throw .transient("a NATS server is far behind the others")
    }

    /// Returns the presences that one server has, and the number of the newest of their messages.
    mutating func presences() throws(RemoteError) -> ([DevicePresence], last: Int) {
        var presences: [DevicePresence] = []
        var (last, more) = (0, true)
        while more {
            let batch = try client.presences(after: last)
            // A device that was removed from the list has an empty message.
            presences += batch.messages.filter { !$0.bytes.isEmpty }.map { presence(in: $0) }
            (last, more) = (batch.messages.last?.sequence ?? last, batch.more)
        }
        newest = max(newest, last)
        return (presences, last)
    }

    private mutating func presence(in message: StoredMessage) -> DevicePresence {
        FaultReport.work(with: message.source)
        if let presence = DevicePresence(bytes: message.bytes) { return presence }
        let reason = "the device's report is damaged, or from a later version of stated"
        findings.note(message, reason, reader: origin)
        let device = UInt64(message.subject.dropFirst(layout.devices.count), radix: 16) ?? 0
        return DevicePresence(unread: Origin(device: device, incarnation: 1))
    }

    mutating func findPresence() throws(RemoteError) -> StoredMessage? {
        let message = try client.last(of: layout.subject(of: origin.device))
        if let message { presence = max(presence ?? 0, message.sequence) }
        return message
    }

    private static let reports = 3

    /// Stores a presence, unless the stream already has it or a newer one.
    package mutating func report(_ report: DevicePresence) throws(RemoteError) {
        guard isReady else { throw .offline("the NATS stream has not been set up") }
        for _ in 0..<Self.reports {
            let written = presence ?? 0
            let found = try findPresence()
            guard found?.sequence ?? 0 >= written else {
                hasGoneBack = true
                throw .transient("the NATS stream \(layout.name) went back to an older state")
            }
            let standing = found.flatMap { DevicePresence(bytes: $0.bytes) }
            if let standing,
                (standing.origin.incarnation, standing.round)
                    >= (report.origin.incarnation, report.round)
            {
                return
            }
            if standing?.isOlder(than: report) == true { hasGoneBack = true }
            let isNews = report.isInFront != standing?.isInFront
            let stored = try client.storePresence(
                report.bytes,
                of: report.origin.device,
                after: found?.sequence ?? 0,
                notifiedBy: isNews ? origin : nil
            )
            if let sequence = stored {
                presence = sequence
                newest = max(newest, sequence)
                return
            }
        }
        throw .transient(
            "the entry of this device in the NATS stream \(layout.name) was changed at each attempt "
                + "to write it; another machine may use a copy of this device's store"
        )
    }

    package mutating func forget(_ device: UInt64) throws(RemoteError) {
        guard isReady else { throw .offline("the NATS stream has not been set up") }
        for _ in 0..<Self.reports {
            let found = try client.last(of: layout.subject(of: device))
            guard let found, !found.bytes.isEmpty else { return }
            if let sequence = try client.storePresence([], of: device, after: found.sequence) {
                newest = max(newest, sequence)
                return
            }
        }
        throw .transient(
            "the entry of the device in the NATS stream \(layout.name) was changed at each attempt "
                + "to remove it; the device is probably running"
        )
    }
}

extension DevicePresence {
    /// Returns true if the stream has lost the presence that this device wrote before `report`.
    ///
    /// Everything is then read again.
    fileprivate func isOlder(than report: DevicePresence) -> Bool {
        origin == report.origin && round < report.round - 1
    }
}
