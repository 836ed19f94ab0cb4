// SPDX-License-Identifier: Apache-2.0
internal import CNATS
internal import Glibc
package import SyncModel
internal import SystemSupport

extension NATSStream {
    /// The number of presences read at once.
    private static let devicesAtATime = 1_000

    /// Returns the presences of all devices.
    ///
    /// Later reads wait for a server that has everything to which the presences refer.
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

    /// Returns the presences that one server has, and the number of the newest message.
    mutating func presences() throws(RemoteError) -> ([DevicePresence], last: Int) {
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
                // A device that was removed from the list has an empty message.
                if message.bytes.isEmpty { continue }
                presences.append(presence(in: message))
            }
            more = batch.more
        }
        newest = max(newest, next - 1)
        return (presences, next - 1)
    }

    private mutating func presence(in message: StoredMessage) -> DevicePresence {
        FaultReport.work(with: message.source)
        if let presence = DevicePresence(bytes: message.bytes) { return presence }
        findings.note(
            message,
            "the presence is damaged, or from a later version of stated",
            reader: origin
        )
        let digits = message.subject.dropFirst(layout.devices.count)
        let device = UInt64(digits, radix: 16) ?? 0
        return DevicePresence(unread: Origin(device: device, incarnation: 1))
    }

    /// Returns the message with this device's presence, and keeps its number.
    mutating func findPresence() throws(RemoteError) -> StoredMessage? {
        let message = try client.last(of: layout.subject(of: origin.device))
        if let message { presence = max(presence ?? 0, message.sequence) }
        return message
    }

    /// The maximum number of attempts to store a presence.
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
            if isOlderThanKnown(standing, report) { hasGoneBack = true }
            let stored = try store(
                report.bytes,
                of: report.origin.device,
                after: found?.sequence ?? 0,
                isNews: report.isInFront != (standing?.isInFront ?? false)
            )
            if let sequence = stored {
                presence = sequence
                newest = max(newest, sequence)
                return
            }
        }
        throw .transient("the presence of this device kept changing while it was written")
    }

    /// Returns true if the stream's presence of this device is older than the last one reported.
    ///
    /// If the previous report was lost, everything is read again.
    private func isOlderThanKnown(_ found: DevicePresence?, _ report: DevicePresence) -> Bool {
        found.map { $0.origin == report.origin && $0.round < report.round - 1 } ?? false
    }

    /// Removes a device from the list.
    package mutating func forget(_ device: UInt64) throws(RemoteError) {
        guard isReady else { throw .offline("the NATS stream has not been set up") }
        for _ in 0..<Self.reports {
            let found = try client.last(of: layout.subject(of: device))
            guard let found, !found.bytes.isEmpty else { return }
            if let sequence = try store([], of: device, after: found.sequence) {
                newest = max(newest, sequence)
                return
            }
        }
        throw .transient("the presence of the device kept changing while it was removed")
    }

    /// Stores a presence, and notifies other devices if `isNews`; returns its message number, or
    /// `nil` if another message was stored first.
    private mutating func store(
        _ bytes: [UInt8],
        of device: UInt64,
        after expected: Int,
        isNews: Bool = false
    ) throws(RemoteError) -> Int? {
        let news = isNews ? [(name: CNATS_NEWS, value: "\(origin).front")] : []
        let answer = try client.call(
            NATSRequest(
                subject: layout.subject(of: device),
                headers: [("Nats-Expected-Last-Subject-Sequence", "\(expected)")] + news,
                bytes: bytes
            )
        )
        if let error = answer.error {
            if error.code == JetStreamError.wrongLast { return nil }
            throw RemoteError(error)
        }
        return answer["seq"]?.messageNumber
    }
}
