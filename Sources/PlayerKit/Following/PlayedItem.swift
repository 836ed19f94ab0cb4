// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The item that a player plays, and its state at the daemon.
package struct PlayedItem: Equatable, Sendable {
    /// The phase of an item before its positions are reported.
    package enum Phase: Equatable, Sendable {
        /// Undecided whether the player is moved to the resume point.
        case opening
        /// The player was sent to a position, in seconds, at a time, in milliseconds.
        case moving(to: Double, since: Int)
        /// The player's position counts.
        case following
    }

    /// A stored point under the item's name that may belong to another item.
    package struct Claim: Equatable, Sendable {
        package let point: ResumePoint
        /// The position to continue at, in seconds.
        package let position: Double
        /// The comparison of the contents.
        package let contents: Identity.Contents

        /// The evidence that the point belongs to the item.
        var identity: Identity {
            Identity(contents: contents, length: point.duration, position: position)
        }
    }

    /// The distance below which two positions count as the same, in seconds.
    package static let nearness = 1.0

    /// The name in the daemon; `nil` without an item or a name.
    package var name: String? { didSet { lookup = name.map { ContentLookup(of: $0) } } }
    /// True if the item may have played before the bridge came.
    package var isOld = false
    /// The path or URL as the player writes it; `nil` if that is the name.
    package var path: String?
    /// The facts on which the daemon's terms depend.
    package var facts = MediaFacts()
    /// The lookup of the item by its contents; `nil` if it has no name.
    package var lookup: ContentLookup?
    /// The current phase.
    package var phase = Phase.opening
    /// The duration in seconds; `nil` if it is unknown.
    package var duration: Double?
    /// The title to display.
    package var title: String?
    /// True for a part of an album, a book or a series of podcasts.
    package var hasAlbum = false
    /// True if the user has chosen the position.
    package var isChosen = false { didSet { if isChosen { holdBack = nil } } }
    /// The position at which to resume, in seconds.
    ///
    /// It is 0 if there is no resume point, and `nil` if the daemon has not answered.
    package var target: Double?
    /// The daemon's terms for resuming the item.
    package var terms = ResumeTerms()
    /// The stored point; `nil` if there is none.
    package var point: ResumePoint?
    /// A point that belongs to the item if the evidence says so; `nil` once decided.
    package var claim: Claim?
    /// The protection of the stored position; `nil` if the item was resumed, or nothing is stored.
    package var holdBack: HoldBack?
    /// The last position reported to the daemon, in seconds; `nil` if the item was not reported.
    package var reported: Double?
    /// The question for the resume point after a pause.
    package var reopening = Reopening.done
    /// True if the item is finished although the player keeps it loaded.
    package var isOver = false
    /// The times of the reports of a playing item.
    var cadence = ReportCadence()

    /// Creates an item that begins to play.
    package init(_ name: String? = nil, facts: MediaFacts = MediaFacts()) {
        self.name = name
        self.facts = facts
        lookup = name.map { ContentLookup(of: $0) }
    }

    /// True if the item has been reported to the daemon.
    package var isReported: Bool { reported != nil }

    /// True if the position counts.
    package var isFollowed: Bool { phase == .following }

    /// True if the item is a file of this machine.
    package var isFile: Bool { name?.utf8.first == UInt8(ascii: "/") }

    /// Returns true if the item is finished at a position, in seconds.
    ///
    /// - Parameters:
    ///   - position: The position, in seconds.
    ///   - margin: The distance before the end up to which a player's last report may come, in
    ///     seconds.
    /// - Returns: False if the duration is unknown.
    package func isAtEnd(_ position: Double, within margin: Double) -> Bool {
        duration.map { position >= $0 - margin } ?? false
    }

    /// Returns true if a position is before the resume point without the user's choice.
    package func isBehind(at position: Double) -> Bool {
        !isChosen && target.map { $0 > position + Self.nearness } ?? false
    }

    /// Returns true if the stored position must be kept for now.
    package func isHeld(at position: Double) -> Bool {
        !isReported && holdBack?.holds(at: position) == true
    }

    /// Returns the reason why the item cannot be followed, or the player not be moved.
    ///
    /// - Parameters:
    ///   - isSilent: True if the player does not report its position.
    ///   - canSeek: True if the player can be moved.
    /// - Returns: The obstacle; `nil` if there is none.
    package func obstacle(isSilent: Bool, canSeek: Bool) -> Obstacle? {
        if name == nil { return .noName }
        if isSilent { return .noPosition }
        guard !canSeek, let target, target > 1, terms.hold == nil, !isChosen else { return nil }
        return .cannotSeek
    }

    /// Protects the stored position if the player is before it without the user's choice.
    mutating func protect(at position: Double, isLengthExact: Bool) {
        guard holdBack == nil, point != nil, isBehind(at: position), let stored = target else {
            return
        }
        // A guess that the stored position disproves is discarded.
        let length = duration.flatMap { isLengthExact || $0 > stored ? $0 : nil }
        holdBack = HoldBack(stored: stored, start: position, length: length)
    }

    /// Returns the item's state for the daemon; `nil` if there is nothing to report.
    package func snapshot(
        by player: String,
        _ status: Status,
        _ cause: Cause?,
        at position: Double,
        rate: Double? = nil,
        reason: String? = nil
    ) -> Snapshot? {
        guard let name, position.isFinite else { return nil }
        // A length that playback has passed was wrong.
        let length = MediaLength.credible(duration, at: position)
        let end = status == .finished ? length : nil
        return Snapshot(
            item: name,
            player: player,
            status: status,
            position: end ?? max(0, min(position, length ?? position)),
            duration: length,
            rate: rate.flatMap { $0.isFinite ? $0 : nil },
            title: SnapshotText.title(title, of: path ?? name),
            reason: reason.map(SnapshotText.reason),
            cause: cause,
            album: hasAlbum ? true : nil
        )
    }
}

// MARK: - The decision where to begin

extension PlayedItem {
    /// The start of an item as reported by the player.
    package struct Beginning: Sendable {
        /// The position in seconds; `nil` if it is unknown.
        package let position: Double?
        /// The time since the beginning, in milliseconds.
        package let age: Int
        /// True if the position may be the user's choice, so that the decision waits for the
        /// daemon.
        package let isDoubtful: Bool
        /// True if the player must not be moved.
        package let isKept: Bool

        /// Creates a beginning.
        package init(position: Double?, age: Int, isDoubtful: Bool, isKept: Bool) {
            self.position = position
            self.age = age
            self.isDoubtful = isDoubtful
            self.isKept = isKept
        }
    }

    /// A decision about an item that is opening.
    package enum Decision: Equatable, Sendable {
        /// More must be known first.
        case wait
        /// The player's position counts.
        case follow
        /// The player is to be sent to a position, in seconds.
        case move(to: Double)
    }

    /// The time to wait for the daemon's resume point, in milliseconds.
    package static let hopeMilliseconds = 1_000

    /// Returns the decision about an item that is opening; an item is moved at most once.
    package func decision(_ beginning: Beginning) -> Decision {
        if isChosen { return .follow }
        if beginning.isDoubtful, target == nil, beginning.age < Self.hopeMilliseconds {
            return .wait
        }
        let isHeld = terms.hold != nil && target.map { $0 >= Self.nearness } == true
        if isHeld || beginning.isKept { return .follow }
        guard let here = beginning.position, let target else { return .wait }
        if target < Self.nearness || abs(target - here) < Self.nearness { return .follow }
        return duration.map { target >= $0 } == true ? .follow : .move(to: target)
    }
}
