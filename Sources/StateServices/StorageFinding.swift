internal import StateModel
internal import StateProtocol

/// Damage or trouble with the stored files that a person has to know of.
///
/// It stands in health and among the alerts until somebody dismisses it, over any number of restarts.
package struct StorageFinding: Sendable, Equatable {
    /// The headline of the alert.
    package let title: String
    /// The whole story: what is wrong, with which file, what was done about it, and what to do.
    package let message: String
    /// The event's name in the log.
    package let event: String
    /// True if it takes the place of the standing finding with the same title, as a count that grows.
    package let replacesTitle: Bool

    /// A finding with all its members.
    package init(
        title: String,
        message: String,
        event: String = "storage.finding",
        replacesTitle: Bool = false
    ) {
        self.title = title
        self.message = message
        self.event = event
        self.replacesTitle = replacesTitle
    }

    /// Returns true if the alert says the same.
    func isSame(as alert: Alert) -> Bool {
        alert.isFinding && alert.title == title && alert.message == message
    }

    /// The alert that tells of it; the store gives it its number.
    func alert(now: Int) -> Alert {
        Alert(
            id: 0,
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
    /// True for the alert of a finding, which stands until somebody dismisses it.
    ///
    /// The alert that the store takes no writes is of the same kind, but no row ever holds it open.
    var isFinding: Bool { kind == .storageFailed }
}
