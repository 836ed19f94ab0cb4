// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// Damage to the stored files, or another problem with them, that the user must know about.
///
/// It is reported in the tenant's health and by an alert, also after restarts, until the user
/// dismisses the alert.
package struct StorageFinding: Sendable, Equatable {
    package let title: String
    /// The full message: the problem, the file, the action taken, and advice.
    package let message: String
    /// The message of the log line.
    package var event = "storage.finding"
    /// True if the finding replaces an open one with the same title, for example with a higher
    /// count.
    package var replacesTitle = false

    func isSame(as alert: Alert) -> Bool {
        alert.isFinding && alert.title == title && alert.message == message
    }

    func alert(now: Timestamp) -> Alert {
        Alert(
            id: .unassigned,
            kind: .storageFailed,
            state: .raised,
            player: nil,
            item: nil,
            title: title,
            message: message,
            retryable: false,
            position: nil,
            raisedAt: now
        )
    }
}

extension Alert {
    /// True for a stored alert that reports a finding; it stays open until the user dismisses it.
    ///
    /// The storage alert has the same kind, but is not stored while it is open.
    var isFinding: Bool { kind == .storageFailed }
}
