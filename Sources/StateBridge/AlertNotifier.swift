// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The state machine of desktop notifications, which shows one alert at a time, the newest first.
package struct AlertNotifier {
    package enum Choice: String, Sendable, CaseIterable {
        /// Make the player try again.
        case retry
        /// Restore the expired position.
        case bringBack
        /// Remove the alert from every surface.
        case dismiss

        package var label: String {
            switch self {
            case .retry: "Retry"
            case .bringBack: "Bring back"
            case .dismiss: "Dismiss"
            }
        }
    }

    package enum Event: Sendable {
        /// The daemon sent all open alerts, after a subscription began.
        case present([Alert])
        case changed(Alert)
        /// The reply to ``Action/show(_:replacing:)``: the notification's number, or `nil` if no
        /// server shows notifications.
        case shown(Int?)
        /// The notification with this number was closed, by the user or after a timeout.
        case closed(Int)
        case chosen(Int, Choice)
        /// A different program now shows notifications.
        case serverChanged
    }

    package enum Action: Sendable, Equatable {
        /// Show a notification about the alert, in place of the notification with the given number,
        /// if any.
        case show(Alert, replacing: Int?)
        case withdraw(Int)
        case carryOut(Choice, Alert)
    }

    /// The alerts to show later; the last one is shown first.
    private var waiting: [Alert] = []
    private var shown: (alert: Alert, number: Int?)?
    /// The alerts whose notifications have ended; they are not shown again unless they change.
    private var seen: Set<AlertID> = []

    package init() {}

    /// Handles an event; returns the actions to perform, in order.
    package mutating func event(_ event: Event) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .present(let alerts): present(alerts, &actions)
        case .changed(let alert):
            seen.remove(alert.id)
            change(alert, &actions)
        case .shown(let number): shown?.number = number
        case .closed(let number):
            if let shown, shown.number == number { end(shown.alert) }
        case .chosen(let number, let choice):
            guard let shown, shown.number == number else { break }
            end(shown.alert)
            actions += [.withdraw(number), .carryOut(choice, shown.alert)]
        case .serverChanged:
            if let shown { waiting.append(shown.alert) }
            shown = nil
        }
        if shown == nil, let newest = waiting.popLast() {
            shown = (newest, nil)
            actions.append(.show(newest, replacing: nil))
        }
        return actions
    }

    private mutating func present(_ alerts: [Alert], _ actions: inout [Action]) {
        let ids = Set(alerts.map(\.id))
        seen.formIntersection(ids)
        waiting.removeAll { !ids.contains($0.id) }
        if let shown, !ids.contains(shown.alert.id) { withdraw(&actions) }
        for alert in alerts where !seen.contains(alert.id) { change(alert, &actions) }
    }

    private mutating func change(_ alert: Alert, _ actions: inout [Action]) {
        waiting.removeAll { $0.id == alert.id }
        let needsPerson = alert.state == .raised && alert.kind != .jumpQuarantined
        guard let shown, shown.alert.id == alert.id else {
            if needsPerson { waiting.append(alert) }
            return
        }
        if !needsPerson {
            withdraw(&actions)
        } else if shown.alert != alert {
            self.shown?.alert = alert
            actions.append(.show(alert, replacing: shown.number))
        }
    }

    private mutating func withdraw(_ actions: inout [Action]) {
        if let number = shown?.number { actions.append(.withdraw(number)) }
        shown = nil
    }

    private mutating func end(_ alert: Alert) {
        seen.insert(alert.id)
        shown = nil
    }
}

extension Alert {
    package var choices: [AlertNotifier.Choice] {
        let remedy: [AlertNotifier.Choice] =
            retryable ? [.retry] : kind == .expired ? [.bringBack] : []
        return remedy + [.dismiss]
    }
}
