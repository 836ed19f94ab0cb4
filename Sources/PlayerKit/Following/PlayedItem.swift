// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The item that a player plays, with its state in the daemon.
package struct PlayedItem: Equatable, Sendable {
    /// The phase of the decision where the item begins.
    package enum Phase: Equatable, Sendable {
        /// The decision is open.
        case opening
        /// The player was told to seek to a position, in seconds, at a time, in milliseconds.
        case moving(to: Double, since: Int)
        /// The decision is made, and the player's position is reported.
        case following
    }

    /// A resume point that is stored under the item's name but may belong to another item.
    package struct Claim: Equatable, Sendable {
        package let point: ResumePoint
        /// The position to continue at, in seconds.
        package let position: Double
        /// The result of comparing the contents.
        package let contents: Identity.Contents

        /// The evidence that the point belongs to the item.
        var identity: Identity {
            Identity(contents: contents, length: point.duration, position: position)
        }
    }

    /// The maximum distance between positions that count as equal, in seconds.
    package static let nearness = 1.0

    /// The name of the item in the daemon; `nil` without an item or a name.
    package var name: String? { didSet { lookup = name.map { ContentLookup(of: $0) } } }
    /// True if the item may have played before the bridge connected.
    package var isOld = false
    /// The path or URL as the player writes it; `nil` if it equals the name.
    package var path: String?
    /// The properties of the item on which the terms for resuming depend.
    package var facts = MediaFacts()
    /// The lookup of the item by its contents; `nil` if it has no name.
    package var lookup: ContentLookup?
    package var phase = Phase.opening
    /// The duration in seconds; `nil` if unknown.
    package var duration: Double?
    /// The title to display.
    package var title: String?
    /// True for a part of an album, an audiobook or a podcast.
    package var hasAlbum = false
    /// True if the user has chosen the position.
    package var isChosen = false { didSet { if isChosen { holdBack = nil } } }
    /// The position at which to resume, in seconds.
    ///
    /// The target is 0 if there is no resume point, and `nil` if the daemon has not answered.
    package var target: Double?
    /// The daemon's conditions for resuming the item.
    package var terms = ResumeTerms()
    /// The stored point; `nil` if there is none.
    package var point: ResumePoint?
    /// A resume point that is still being checked against the item; `nil` once decided.
    package var claim: Claim?
    /// The protection of the stored position; `nil` if there is no such position, or if playback
    /// resumed there.
    package var holdBack: HoldBack?
    /// The last position reported to the daemon, in seconds; `nil` if nothing has been reported.
    package var reported: Double?
    /// The request for the resume point after a pause.
    package var reopening = Reopening.done
    /// True if the item is finished although the player keeps it loaded.
    package var isOver = false
    /// The times of the reports during playback.
    var cadence = ReportCadence()

    /// Creates an item that begins to play.
    package init(_ name: String? = nil, facts: MediaFacts = MediaFacts()) {
        self.name = name
        self.facts = facts
        lookup = name.map { ContentLookup(of: $0) }
    }

    /// True if the item has been reported to the daemon.
    package var isReported: Bool { reported != nil }

    /// True if the player's position is reported.
    package var isFollowed: Bool { phase == .following }

    /// True if the item is a local file.
    package var isFile: Bool { name?.utf8.first == UInt8(ascii: "/") }

    /// Returns true if the item is finished at a position.
    ///
    /// - Parameters:
    ///   - position: The position, in seconds.
    ///   - margin: The distance from the end at which a player may send its last report, in
    ///     seconds.
    /// - Returns: False if the duration is unknown.
    package func isAtEnd(_ position: Double, within margin: Double) -> Bool {
        duration.map { position >= $0 - margin } ?? false
    }

    /// Returns true if a position that the user did not choose is before the resume point.
    package func isBehind(at position: Double) -> Bool {
        !isChosen && target.map { $0 > position + Self.nearness } ?? false
    }

    /// Returns true if the stored position must be kept for now, so that nothing is reported.
    package func isHeld(at position: Double) -> Bool {
        !isReported && holdBack?.holds(at: position) == true
    }

    /// Returns the reason why the item cannot be followed, or cannot be resumed.
    ///
    /// - Parameters:
    ///   - isSilent: True if the player does not report its position.
    ///   - canSeek: True if the player can seek.
    /// - Returns: The obstacle; `nil` if there is none.
    package func obstacle(isSilent: Bool, canSeek: Bool) -> Obstacle? {
        if name == nil { return .noName }
        if isSilent { return .noPosition }
        guard !canSeek, let target, target > 1, terms.hold == nil, !isChosen else { return nil }
        return .cannotSeek
    }

    /// Protects the stored position if the player is at an earlier one that the user did not
    /// choose.
    mutating func protect(at position: Double, isLengthExact: Bool) {
        guard holdBack == nil, point != nil, isBehind(at: position), let stored = target else {
            return
        }
        // An estimated length that is less than the stored position is wrong.
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
        // A length that playback has exceeded was wrong.
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
        /// The time since the item began, in milliseconds.
        package let age: Int
        /// True if the position may be the user's choice, so that the decision must wait for the
        /// daemon.
        package let isDoubtful: Bool
        /// True if the player must not seek.
        package let isKept: Bool

        package init(position: Double?, age: Int, isDoubtful: Bool, isKept: Bool) {
            self.position = position
            self.age = age
            self.isDoubtful = isDoubtful
            self.isKept = isKept
        }
    }

    /// A decision about an item that is opening.
    package enum Decision: Equatable, Sendable {
        /// The decision is open until more is known.
        case wait
        /// Report the player's position.
        case follow
        /// Make the player seek to a position, in seconds.
        case move(to: Double)
    }

    /// The time to wait for the daemon's reply with the resume point, in milliseconds.
    package static let hopeMilliseconds = 1_000

    /// Returns the decision where an opening item begins.
    ///
    /// An item is resumed at most once.
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
