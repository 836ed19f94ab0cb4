// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

extension RemoteFindings {
    /// The most damaged messages that are listed.
    private static let maximumDamage = 100

    /// Lists a damaged message, unless it is listed already.
    ///
    /// It is the reader's own if its subject names no device. With `isNotedOnce` a single message of
    /// a device is listed with this reason.
    mutating func note(
        _ message: StoredMessage,
        _ reason: String,
        reader: Origin,
        isNotedOnce: Bool = false
    ) {
        let writer = message.subject.split(separator: ".").lazy.compactMap { Origin($0) }.first
        let damage = RemoteDamage(
            origin: writer ?? reader,
            path: message.source,
            reason: reason
        )
        let isKnown = damaged.contains {
            isNotedOnce ? $0.origin == damage.origin && $0.reason == reason : $0 == damage
        }
        guard damaged.count < Self.maximumDamage, !isKnown else { return }
        damaged.append(damage)
    }
}

extension StoredMessage {
    /// The message as a person finds it.
    var source: String { "\(subject) (message \(sequence))" }
}
