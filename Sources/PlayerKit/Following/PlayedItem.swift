// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct PlayedItem: Equatable, Sendable {
    package enum Phase: Equatable, Sendable {
        /// The start position has not been decided.
        case opening
        /// The player was instructed to seek to a position, in seconds; `since` is the time, in
        /// milliseconds.
        case moving(to: Double, since: Int)
        /// The start position is final, and the player's position is reported.
        case following
    }

    /// A resume point that is stored under the item's name, but may belong to another item.
    package struct Claim: Equatable, Sendable {
        package let point: ResumePoint
        package let position: Double
        package let contents: Identity.Contents

        var identity: Identity {
            Identity(contents: contents, length: point.duration, position: position)
        }

        /// Returns the position, or the last one from which a file of that length can be played.
        func position(in length: Double?) -> Double {
            min(position, max(0, (length ?? .infinity) - 1))
        }
    }

    /// The maximum distance between positions that are considered equal, in seconds.
    package static let nearness = 1.0

    /// The name of the item in the daemon; `nil` if no item is loaded or it has no name.
    package var name: String? { didSet { lookup = name.map { ContentLookup(of: $0) } } }
    /// True if the item may have been playing before the bridge connected.
    package var isOld = false
    /// The path or URL as written by the player; `nil` if unknown.
    package var path: String?
    package var facts = MediaFacts()
    package var lookup: ContentLookup?
    package var phase = Phase.opening
    package var duration: Double?
    /// True if the player may have computed the length from a part of the file.
    package var isLengthEstimated = false
    package var title: String?
    /// True for a track of an album, and for an audiobook or a podcast.
    package var hasAlbum = false
    /// True if the user has chosen the position.
    package var isChosen = false {
        didSet { if isChosen { (holdBack, unplayed) = (nil, nil) } }
    }
    /// The position at which to resume, in seconds: 0 if there is no resume point, `nil` while it
    /// is unknown.
    package var target: Double?
    package var terms = ResumeTerms()
    package var point: ResumePoint?
    /// A resume point that has yet to be matched with the item; `nil` if there is none.
    package var claim: Claim?
    /// The protection of the stored position from being overwritten; `nil` if nothing is protected.
    package var holdBack: HoldBack?
    /// The position that was last reported to the daemon, in seconds; `nil` before the first
    /// report, and after a missed resume point.
    package var reported: Double?
    /// The status that was last announced while the stored position was protected; `nil` if nothing
    /// was announced since the last report or disconnection.
    package var announced: Status?
    /// The stored position, in seconds, that is reported instead of a start before it until the
    /// player plays or seeks; `nil` if the player's own position is reported.
    var unplayed: Double?
    package var reopening = Reopening.done
    /// True if the item is finished, but the player still has it loaded.
    package var isOver = false
    var cadence = ReportCadence()

    package init(_ name: String? = nil, facts: MediaFacts = MediaFacts()) {
        self.name = name
        self.facts = facts
        lookup = name.map { ContentLookup(of: $0) }
    }

    package var isReported: Bool { reported != nil }

    package var isFollowed: Bool { phase == .following }

    package var isFile: Bool { name?.utf8.first == UInt8(ascii: "/") }

    /// Returns true if the position is at most `margin` seconds before the end; false if the
    /// duration is unknown.
    package func isAtEnd(_ position: Double, within margin: Double) -> Bool {
        duration.map { position >= $0 - margin } ?? false
    }

    /// Returns true if a position that the user has not chosen is more than a second before the
    /// position at which to resume.
    package func isBehind(at position: Double) -> Bool {
        !isChosen && target.map { $0 > position + Self.nearness } ?? false
    }

    /// Returns true if nothing may be reported at this position, to preserve the stored position.
    package func isHeld(at position: Double) -> Bool {
        !isReported && holdBack?.holds(at: position) == true
    }

    /// The resume position of a file that is not loaded yet; `nil` unless it is certainly a
    /// position in the file.
    package var certainPosition: Double? {
        guard let claim, claim.contents == .same, terms.hold == nil else { return nil }
        return claim.point.duration.map { claim.position(in: $0) }
    }

    package func obstacle(isSilent: Bool, canSeek: Bool) -> Obstacle? {
        if name == nil { return .noName }
        if isSilent { return .noPosition }
        guard !canSeek, let target, target > 1, terms.hold == nil, !isChosen else { return nil }
        return .cannotSeek
    }

    /// Protects the stored position if the player is at an earlier position that the user has not
    /// chosen.
    mutating func protect(at position: Double, isLengthExact: Bool) {
        guard holdBack == nil, point != nil, isBehind(at: position), let stored = target else {
            return
        }
        // An estimated length that is less than the stored position is wrong.
        let length = duration.flatMap { isLengthExact || $0 > stored ? $0 : nil }
        holdBack = HoldBack(stored: stored, start: position, length: length)
    }

    /// Returns true if nothing was reported yet, and the player is at the position at which it was
    /// to load the item.
    package func isResumed(at position: Double?) -> Bool {
        guard !isReported, !isChosen, let position, let target else { return false }
        return abs(position - target) <= Self.nearness
    }

    /// Notes that the start of a paused player, in seconds, is only a guess.
    mutating func pause(from start: Double) {
        guard !isChosen, let stored = point?.position, let target, target < stored, start < stored
        else { return }
        unplayed = stored
    }

    /// Returns a snapshot of the item; `nil` if the item has no name or the position is not finite.
    package func snapshot(
        by player: String,
        _ status: Status,
        _ cause: Cause?,
        at position: Double,
        rate: Double? = nil,
        reason: String? = nil
    ) -> Snapshot? {
        guard let name, position.isFinite else { return nil }
        // A length that playback has exceeded is wrong.
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
            reason: reason?.cut(to: Limits.reasonBytes),
            cause: cause,
            album: hasAlbum ? true : nil
        )
    }
}

// MARK: - The decision where to begin

extension PlayedItem {
    /// The state of an item that starts playing, as reported by the player.
    package struct Beginning: Sendable {
        package let position: Double?
        /// The time since the item started, in milliseconds.
        package let age: Int
        /// True if the user may have chosen the position; the decision then waits for the daemon.
        package let isDoubtful: Bool
        package let isKept: Bool

        package init(position: Double?, age: Int, isDoubtful: Bool, isKept: Bool) {
            self.position = position
            self.age = age
            self.isDoubtful = isDoubtful
            self.isKept = isKept
        }
    }

    package enum Decision: Equatable, Sendable {
        case wait
        /// Report the player's position, without a seek.
        case follow
        case move(to: Double)
    }

    /// The timeout for the daemon's reply with the resume point, in milliseconds.
    package static let replyTimeoutMilliseconds = 1_000

    package func decision(_ beginning: Beginning) -> Decision {
        if isChosen { return .follow }
        if beginning.isDoubtful, target == nil, beginning.age < Self.replyTimeoutMilliseconds {
            return .wait
        }
        let isHeld = terms.hold != nil && target.map { $0 >= Self.nearness } == true
        if isHeld || beginning.isKept { return .follow }
        guard let here = beginning.position, let target else { return .wait }
        if target < Self.nearness || abs(target - here) < Self.nearness { return .follow }
        return duration.map { target >= $0 } == true ? .follow : .move(to: target)
    }
}
