// SPDX-License-Identifier: Apache-2.0
internal import StateModel

extension Alert {
    /// The item that an alert is about.
    struct Subject {
        /// The item's name.
        let item: String
        /// The title; `nil` if it is unknown.
        let title: String?
        /// The position in seconds; `nil` if nothing is stored for the item, or only a fraction.
        let position: Double?

        /// Creates the subject of an item with a resume point.
        init(_ point: ResumePoint) {
            item = point.item
            title = point.title
            position = point.onlyFraction == nil ? point.position : nil
        }

        /// Creates the subject of an alert; `nil` if it has no item.
        init?(_ alert: Alert) {
            guard let item = alert.item else { return nil }
            self.item = item
            title = nil
            position = alert.position
        }

        /// Creates the subject of an item without stored values.
        init(unknown item: String, title: String? = nil) {
            self.item = item
            self.title = title
            position = nil
        }

        /// Returns true if a position is near that of the subject, or beyond it.
        func isReached(at position: Double) -> Bool {
            self.position.map { position > $0 - Self.nearness } ?? true
        }

        /// The minimum distance worth going back, in seconds.
        private static let nearness = 60.0
    }

    /// Creates an alert, about an item if there is one; the store assigns its number.
    init(
        _ kind: AlertKind,
        about subject: Subject?,
        player: String?,
        reason: String?,
        now: Timestamp
    ) {
        let words = Self.words(
            kind,
            item: subject?.title ?? subject?.item ?? "An item",
            player: player ?? "A player",
            position: subject?.position,
            reason: reason
        )
        self.init(
            id: .unassigned,
            kind: kind,
            state: .raised,
            player: player,
            item: subject?.item,
            title: words.title,
            message: words.message,
            retryable: kind == .streamFailed || kind == .itemUnavailable,
            position: subject?.position,
            raisedAt: now
        )
    }

    /// Returns the texts of an alert: a headline, and a message with the problem and its remedy.
    private static func words(
        _ kind: AlertKind,
        item: String,
        player: String,
        position: Double?,
        reason: String?
    ) -> (title: String, message: String) {
        let detail = reason.map { ": \($0)" } ?? ""
        return switch kind {
        case .itemUnavailable:
            (
                "Not available",
                "Cannot open \(item)\(detail)."
                    + (position == nil ? "" : " Its position stays in the history.")
            )
        case .streamFailed:
            (
                "Playback failed",
                "Playback of \(item) failed\(position.map { " at \(ClockText.of($0))" } ?? "")\(detail). "
                    + "Retry \(position == nil ? "opens it again" : "resumes there")."
            )
        case .expired:
            (
                "Position expired",
                "The position of \(item)\(position.map { ", \(ClockText.of($0))," } ?? "") has expired; "
                    + "undo restores it."
            )
        case .jumpQuarantined:
            (
                "Position kept",
                "\(player) jumped back in \(item) right after opening it; the old position "
                    + "is kept. If you meant to jump back, seek there again."
            )
        case .storageFailed:
            (
                "Positions are not being saved",
                "The store cannot be written\(detail). Check its disk; saving resumes automatically."
            )
        case .syncFailed:
            (
                "Sync error, will retry",
                "This device is not in sync with the remote store\(detail)."
            )
        }
    }

    /// Returns the change that reports the alert.
    func change(_ revision: Revision) -> Change {
        Change(kind: .alert, revision: revision, item: item, player: player, about: .alert(self))
    }
}
