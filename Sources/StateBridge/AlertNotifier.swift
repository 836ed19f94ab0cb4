// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The state machine of desktop notifications, which shows one alert at a time, the newest first.
package struct AlertNotifier {
    /// An answer that a notification offers.
    package enum Choice: String, Sendable, CaseIterable {
        /// Make the player try again.
        case retry
        /// Restore the expired position.
        case bringBack
        /// Remove the alert from every surface.
        case dismiss

        /// The text on the button.
        package var label: String {
            switch self {
            case .retry: "Retry"
            case .bringBack: "Bring back"
            case .dismiss: "Dismiss"
            }
        }
    }

    package enum Event: Sendable {
        /// The daemon sent all open alerts.
        case present([Alert])
        /// An alert changed.
        case changed(Alert)
        /// The notification that was to be shown has the given number; `nil` if there is no server.
        case shown(Int?)
        /// A notification was closed, or its time is over.
        case closed(Int)
        /// The user chose an answer.
        case chosen(Int, Choice)
        /// Another server shows notifications now.
        case serverChanged
    }

    package enum Action: Sendable, Equatable {
        /// Show an alert, in place of an earlier notification if there is a number.
        case show(Alert, replacing: Int?)
        /// Close a notification.
        case withdraw(Int)
        /// Carry out the user's choice.
        case carryOut(Choice, Alert)
    }

    /// The alerts to show later, the oldest first.
    private var waiting: [Alert] = []
    private var shown: (alert: Alert, number: Int?)?
    /// The alerts that the user has seen, but not settled.
    private var seen: Set<AlertID> = []

    /// Creates the machine without alerts.
    package init() {}

    /// Handles an event, and returns the actions to perform in order.
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
    /// The answers that a notification of this alert offers.
    package var choices: [AlertNotifier.Choice] {
        let remedy: [AlertNotifier.Choice] =
            retryable ? [.retry] : kind == .expired ? [.bringBack] : []
        return remedy + [.dismiss]
    }
}
