// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

extension RemoteFindings {
    /// Records a message that cannot be read.
    ///
    /// A message whose subject names no device is listed as one of the reader's device. If
    /// `isNotedOnce` is true, only one message of each device is listed with this reason.
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
    var source: String { "\(subject.cut(to: Limits.messageBytes)) (message \(sequence))" }
}
