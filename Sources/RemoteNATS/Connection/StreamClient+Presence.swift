// SPDX-License-Identifier: Apache-2.0
internal import CNATS
internal import StateModel
internal import SyncModel

/// The requests about the presences of devices.
extension StreamClient {
    private static let devicesAtATime = 1_000

    /// Returns messages with the presences of devices, which follow the message with the given
    /// number.
    mutating func presences(after number: Int) throws(RemoteError) -> FetchedMessages {
        try messages(of: layout.devices + "*", from: number + 1, limit: Self.devicesAtATime)
    }

    /// Stores the presence of a device.
    ///
    /// - Parameters:
    ///   - bytes: The presence; empty to remove the device from the list.
    ///   - device: The ID of the device.
    ///   - expected: The number of the message to replace; 0 if there is none.
    ///   - sender: This device, if the other devices must be notified because a surface has entered
    ///     or left the foreground; otherwise `nil`.
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
