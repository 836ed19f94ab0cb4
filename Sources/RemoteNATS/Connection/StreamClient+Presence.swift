// SPDX-License-Identifier: Apache-2.0
internal import CNATS
internal import StateModel
internal import SyncModel

extension StreamClient {
    private static let devicesAtATime = 1_000

    mutating func presences(after number: Int) throws(RemoteError) -> FetchedMessages {
        try messages(of: layout.devices + "*", from: number + 1, limit: Self.devicesAtATime)
    }

    /// Stores the presence of a device, and returns its message number; `nil` if another message
    /// was stored first.
    ///
    /// Empty `bytes` remove the device from the list. `expected` is the number of the message to
    /// replace; 0 if there is none. With `sender`, the other devices are notified that a surface of
    /// this device has entered or left the foreground.
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
