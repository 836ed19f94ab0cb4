// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

// The alert that the store refuses writes. No row can hold this alert when it is raised, so it
// stays in memory, and only its end is written, as the first row that succeeds. It does not expire,
// because it ends as soon as writes succeed. If the daemon is killed, and starts again with a store
// that still refuses writes, the alert is raised again under the same number.
extension Alerts {
    /// The offset between the number of the last row and the number of a storage alert.
    ///
    /// Other alerts have the number of their row, which never becomes as large. The end of each
    /// failure writes a row, so the numbers of storage alerts are unique.
    private static let firstNumber = 1_000_000_000_000_000

    func raiseStorageAlert(_ reason: String, now: Timestamp) {
        guard storageAlert == nil else { return }
        var alert = Alert(.storageFailed, about: nil, player: nil, reason: reason, now: now)
        alert.id = AlertID(log.statistics.lastSequence.rawValue + Self.firstNumber)
        storageAlert = alert
        context.metrics.alerts[alert.kind.rawValue, default: 0] += 1
        announce(alert)
    }

    /// Writes the end of the storage alert in the open batch.
    ///
    /// If the commit fails, the alert remains.
    func dismissStorageAlert(now: Timestamp) throws(StoreError) -> [PendingChange] {
        guard var alert = storageAlert else { return [] }
        alert.state = .dismissed
        let written = try log.withinCall { () throws(StoreError) in
            try log.append(alert, now: now)
        }
        let change = written.change(log.revision)
        return [PendingChange(change: change, sequence: log.lastWritten)]
    }

    /// Replies to a call about the storage alert without using the store; returns false for any
    /// other call.
    func answersAboutStorage(_ call: Call, from connection: ConnectionID) -> Bool {
        let isDismissal = call.method == Session.DismissAlert.name
        guard isDismissal || call.method == Session.RetryAlert.name, var alert = storageAlert,
            let number = try? Session.DismissAlert.parameters(of: call), number.id == alert.id
        else { return false }
        let answer: [UInt8]
        if alert.state == .dismissed {
            answer = StateError.alertNotFound(id: alert.id).message
        } else if isDismissal {
            alert.state = .dismissed
            storageAlert = alert
            announce(alert)
            answer = Session.DismissAlert.answer(NoMembers())
        } else {
            answer = StateError.notRetryable(id: alert.id).message
        }
        queue.read(call, from: connection) { answer }
        return true
    }

    /// Returns the open alerts, ordered by number: the stored ones and the storage alert.
    func open(_ stored: [AlertID: Alert]) -> [Alert] {
        let own = storageAlert.map { $0.state == .dismissed ? [] : [$0] } ?? []
        return (stored.values + own).sorted { $0.id < $1.id }
    }

    private func announce(_ alert: Alert) {
        context.volatile.noteAlert()
        queue.note(
            pending: PendingChange(change: alert.change(log.revision), sequence: nil)
        )
    }
}
