// SPDX-License-Identifier: Apache-2.0
internal import CNATS
internal import StateModel
internal import SyncModel

/// The requests about the presences of devices.
extension StreamClient {
    /// The number of presences read at once.
    private static let devicesAtATime = 1_000

    /// Returns the messages with the presences of all devices that one server has, in order, and
    /// the number of the newest; 0 if there is none.
    mutating func presences() throws(RemoteError) -> (messages: [StoredMessage], last: Int) {
        var messages: [StoredMessage] = []
        var (last, more) = (0, true)
        while more {
            let batch = try self.messages(
                of: layout.devices + "*",
                from: last + 1,
                limit: Self.devicesAtATime
            )
            messages += batch.messages
            last = batch.messages.last?.sequence ?? last
            more = batch.more
        }
        return (messages, last)
    }

    /// Stores the presence of a device.
    ///
    /// - Parameters:
    ///   - bytes: The presence; empty to remove the device from the list.
    ///   - device: The device.
    ///   - expected: The number of the message that is replaced; 0 if there is none.
    ///   - sender: This device, if a player's surface enters or leaves the foreground and other
    ///     devices must be notified; otherwise `nil`.
    /// - Returns: The message number; `nil` if another message was stored first.
    /// - Throws: RemoteError, also for a refusal by the server.
    mutating func storePresence(
        _ bytes: [UInt8],
        of device: UInt64,
        after expected: Int,
        notifiedBy sender: Origin? = nil
    ) throws(RemoteError) -> Int? {
        let news = sender.map { [(name: CNATS_NEWS, value: "\($0).front")] } ?? []
        let answer = try call(
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
