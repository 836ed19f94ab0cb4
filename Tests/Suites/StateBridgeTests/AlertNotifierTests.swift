// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateBridge
import StateModel
import Testing

/// The alerts that are shown as desktop notifications, and when.
@Suite struct `The notifications of alerts` {
    private var notifier = AlertNotifier()

    private func alert(
        _ id: AlertID,
        _ kind: AlertKind = .streamFailed,
        _ state: AlertState = .raised
    ) -> Alert {
        Alert(
            id: id,
            kind: kind,
            state: state,
            player: "mpv",
            item: "film",
            title: "Title",
            message: "Message",
            retryable: kind == .streamFailed,
            position: 60,
            raisedAt: 1_000
        )
    }

    /// Shows an alert as a notification of the same number.
    private mutating func show(_ id: AlertID) {
        _ = notifier.event(.changed(alert(id)))
        _ = notifier.event(.shown(id.rawValue))
    }

    @Test mutating func `only alerts that need a person are shown`() {
        #expect(notifier.event(.changed(alert(1, .jumpQuarantined))).isEmpty)
        #expect(notifier.event(.changed(alert(2, .streamFailed, .retrying))).isEmpty)
        #expect(
            notifier.event(.changed(alert(3))) == [.show(alert(3), replacing: nil)]
        )
    }

    @Test mutating func `once a notification is closed, the newest alert is shown`() {
        show(1)
        #expect(notifier.event(.present([alert(1), alert(2), alert(3)])).isEmpty)
        #expect(notifier.event(.closed(1)) == [.show(alert(3), replacing: nil)])
    }

    @Test mutating func `an alert that was closed is shown again only when it is raised again`() {
        show(1)
        #expect(notifier.event(.closed(1)).isEmpty)
        #expect(notifier.event(.present([alert(1)])).isEmpty)
        #expect(notifier.event(.changed(alert(1, .streamFailed, .retrying))).isEmpty)
        #expect(notifier.event(.changed(alert(1))) == [.show(alert(1), replacing: nil)])
    }

    @Test mutating func `a changed alert replaces its notification`() {
        show(1)
        var changed = alert(1)
        changed.position = 90
        #expect(notifier.event(.changed(changed)) == [.show(changed, replacing: 1)])
    }

    @Test mutating func `an alert that ended while no changes were received is withdrawn`() {
        show(1)
        #expect(notifier.event(.present([])) == [.withdraw(1)])
    }

    @Test mutating func `an alert is shown once there is a notification server`() {
        _ = notifier.event(.changed(alert(1)))
        #expect(notifier.event(.shown(nil)).isEmpty)
        #expect(notifier.event(.changed(alert(2))).isEmpty)
        #expect(notifier.event(.serverChanged) == [.show(alert(1), replacing: nil)])
    }

    @Test mutating func `a choice ends the notification, and a later choice changes nothing`() {
        show(1)
        #expect(
            notifier.event(.chosen(1, .retry)) == [.withdraw(1), .carryOut(.retry, alert(1))]
        )
        #expect(notifier.event(.chosen(1, .dismiss)).isEmpty)
    }

    @Test
    func `an alert has a button to retry or bring back if that is possible, and one to dismiss`() {
        #expect(alert(1).choices == [.retry, .dismiss])
        #expect(alert(1, .expired).choices == [.bringBack, .dismiss])
        #expect(alert(1, .syncFailed).choices == [.dismiss])
    }
}
