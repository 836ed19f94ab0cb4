// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

extension RemoteFindings {
    /// Records a damaged message.
    ///
    /// A message whose subject names no device is recorded under the reader. With `isNotedOnce`,
    /// only one message per device is listed with this reason.
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
        let isKnown =
            isNotedOnce
            && damaged.contains { $0.origin == damage.origin && $0.reason == reason }
        if !isKnown { note(damage) }
    }
}

extension StoredMessage {
    /// The location of the message, for the user.
    var source: String { "\(subject.cut(to: Limits.messageBytes)) (message \(sequence))" }
}
