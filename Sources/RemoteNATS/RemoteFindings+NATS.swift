// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

extension RemoteFindings {
    /// The most damaged messages that are listed.
    private static let maximumDamage = 100

    /// Lists a damaged message, unless it is listed already.
    ///
    /// It is the reader's own if its subject names no device.
    mutating func note(_ message: StoredMessage, _ reason: String, reader: Origin) {
        let writer = message.subject.split(separator: ".").lazy.compactMap { Origin($0) }.first
        let damage = RemoteDamage(
            origin: writer ?? reader,
            path: "\(message.subject) (message \(message.sequence))",
            reason: reason
        )
        guard damaged.count < Self.maximumDamage, !damaged.contains(damage) else { return }
        damaged.append(damage)
    }
}
