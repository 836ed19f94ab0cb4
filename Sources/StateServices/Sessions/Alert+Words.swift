// SPDX-License-Identifier: Apache-2.0
internal import StateModel

extension Alert {
    struct Subject {
        let item: String
        let title: String?
        /// The position, in seconds; `nil` if no position is stored, or only a fraction of the
        /// item.
        let position: Double?

        init(_ point: ResumePoint) {
            item = point.item
            title = point.title
            position = point.onlyFraction == nil ? point.position : nil
        }

        init?(_ alert: Alert) {
            guard let item = alert.item else { return nil }
            self.item = item
            title = nil
            position = alert.position
        }

        init(unknown item: String, title: String? = nil) {
            self.item = item
            self.title = title
            position = nil
        }

        /// Returns true if a position is close to the subject's position or after it, or if the
        /// subject has no position.
        func isReached(at position: Double) -> Bool {
            self.position.map { position > $0 - Self.nearness } ?? true
        }

        /// The distance that counts as close, in seconds.
        private static let nearness = 60.0
    }

    /// Creates an alert, about an item if `subject` is not `nil`; the store assigns the number.
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
                "\(player) is at an earlier place in \(item) without a seek; the stored position is "
                    + "kept. If you meant to go back, seek there again."
            )
        case .storageFailed:
            (
                "Positions are not being saved",
                "The store cannot be written\(detail). Check its disk; saving resumes automatically."
            )
        case .syncFailed:
            (
                "Sync failed, will retry",
                "This device is not in sync with the remote store\(detail)."
            )
        }
    }

    func change(_ revision: Revision) -> Change {
        Change(kind: .alert, revision: revision, item: item, player: player, about: .alert(self))
    }
}
