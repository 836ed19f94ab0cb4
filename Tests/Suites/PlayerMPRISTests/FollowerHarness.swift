// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel

@testable import PlayerKit
@testable import PlayerMPRIS

/// A follower between a player and a daemon that a test plays: each step answers with what it does.
struct FollowerHarness {
    var follower: MPRISFollower
    /// Milliseconds.
    var now = 1_000_000
    /// The question that the player has not answered.
    private(set) var asked: Int?

    /// A follower of a player that has just appeared, or `isOld`; the daemon is there, if
    /// `isAttached`.
    init(isAttached: Bool = true, isOld: Bool = false, file: FileState? = nil) {
        follower = MPRISFollower(
            player: "vlc",
            isOld: isOld,
            resolve: { $0 == "/v/link.mkv" ? "/v/a.mkv" : nil },
            look: { _ in file }
        )
        note(follower.begin())
        if isAttached { _ = hears(.attached(item: nil, queue: [])) }
    }

    /// The player's properties change.
    mutating func says(
        _ status: MPRISProperties.Status? = nil,
        _ metadata: MPRISMetadata? = nil,
        rate: Double? = nil,
        canSeek: Bool? = nil
    ) -> [String] {
        note(
            follower.event(
                .changed(
                    MPRISProperties(
                        status: status,
                        metadata: metadata,
                        rate: rate,
                        canSeek: canSeek
                    )
                ),
                now: now
            )
        )
    }

    /// The player answers what it was asked: where it is, in seconds, and what else it says.
    mutating func answers(
        _ position: Double?,
        _ status: MPRISProperties.Status? = nil,
        _ metadata: MPRISMetadata? = nil,
        canSeek: Bool? = nil
    ) -> [String] {
        guard let question = asked else { return ["nobody asked"] }
        asked = nil
        let properties = MPRISProperties(
            status: status,
            metadata: metadata,
            canSeek: canSeek,
            position: position.map { Int($0 * 1_000_000) }
        )
        return note(follower.event(.answered(question, properties), now: now))
    }

    /// The player answers a request.
    mutating func answers(_ answer: SurfaceAnswer) -> [String] {
        note(follower.event(.requested(answer), now: now))
    }

    /// The player does not answer.
    mutating func keepsSilent() -> [String] {
        guard let question = asked else { return ["nobody asked"] }
        asked = nil
        return note(follower.event(.answered(question, nil), now: now))
    }

    /// The player says that somebody jumped, to that position in seconds.
    mutating func seeks(_ position: Double) -> [String] {
        note(follower.event(.seeked(Int(position * 1_000_000)), now: now))
    }

    /// Time passes, in milliseconds, and whenever the player is asked it says where it is: on its
    /// way to that position, in seconds; nil: it says nothing.
    mutating func passes(_ time: Int, at position: Double? = nil) -> [String] {
        let end = now + time
        var seen: [String] = []
        while true {
            if asked != nil, let position {
                let rate = follower.track?.playhead.isRunning == true ? 1.0 : 0
                seen += answers(position - rate * Double(end - now) / 1_000)
            }
            guard let wake = follower.wakeAt, wake <= end else { break }
            now = max(now, wake)
            seen += note(follower.event(.wake, now: now))
        }
        now = end
        return seen
    }

    /// The daemon says that.
    mutating func hears(_ event: SurfaceEvent) -> [String] {
        note(follower.event(event, now: now))
    }

    /// The daemon says where to go on in an item, or that it knows none of that name.
    mutating func answered(
        _ name: String,
        _ position: Double?,
        resumes place: Double? = nil,
        of item: String? = nil,
        duration: Double? = 100,
        at: Timestamp = 0,
        terms: ResumeTerms = ResumeTerms()
    ) -> [String] {
        let point = position.map { self.point(item ?? name, $0, duration, at) }
        return hears(
            .continuation(
                item: name,
                own: item ?? name,
                point: point,
                position: place ?? position ?? 0,
                terms: terms
            )
        )
    }

    /// The player has that file open, and no other one; nil: none, or several.
    mutating func finds(_ path: String?) -> [String] {
        note(follower.event(.file(path), now: now))
    }

    /// The name of the followed item.
    var item: String? { follower.item.name }

    /// A file's contents have that key.
    mutating func reads(_ path: String, _ name: String?) -> [String] {
        let key = name.map { ContentKey(name: $0, digests: []) }
        return note(follower.event(.contents(path: path, key: key), now: now))
    }

    /// The player is gone.
    mutating func vanishes() -> [String] {
        note(follower.gone(now: now))
    }

    @discardableResult
    mutating func note(_ actions: [MPRISFollower.Action]) -> [String] {
        for case .command(.ask(let number)) in actions { asked = number }
        return actions.compactMap(Self.text)
    }

    private func point(
        _ item: String,
        _ position: Double,
        _ duration: Double?,
        _ at: Timestamp
    ) -> ResumePoint {
        ResumePoint(
            item: item,
            player: "vlc",
            status: .paused,
            position: position,
            duration: duration,
            title: nil,
            device: "desk",
            at: at,
            expiresAt: 9_000_000_000_000,
            revision: 1
        )
    }
}

extension FollowerHarness {
    /// A file that plays, whose place the daemon knows if `stored` is not nil; what is done from
    /// the moment on at which the player can be moved.
    mutating func plays(
        _ name: String = "a.mkv",
        stored: Double? = nil,
        key: String? = nil
    ) -> [String] {
        let path = "/v/" + name
        _ = says(.playing, .file(name), canSeek: true)
        if stored == nil {
            _ = answered(path, nil)
            _ = reads(path, key)
            if let key { _ = answered(key, nil) }
        } else {
            _ = answered(path, stored)
        }
        now += 250
        return answers(0.25)
    }

    /// What is done, as a test writes it; nil: it only looks.
    private static func text(_ action: MPRISFollower.Action) -> String? {
        switch action {
        case .command(.ask), .expired: nil
        case .command(.setPosition(let track, let place)):
            "go to \(Double(place) / 1_000_000) of \(track)"
        case .command(.seek(let offset)): "seek by \(Double(offset) / 1_000_000)"
        case .command(.press(let button)): button.rawValue
        case .command(.open(let uri)): "open \(uri)"
        case .command(.requested(let command, _)): text(.command(command))
        case .command(.findFile): "find the file"
        case .read(let path): "read \(path)"
        case .missed(let item, let position): "missed \(item) at \(position)"
        case .call(.save(let snapshot)): "save " + text(snapshot)
        case .call(.announce(let snapshot)): "announce \(snapshot.item) \(snapshot.status)"
        case .call(.tick(let snapshot)): "tick " + text(snapshot)
        case .call(.resume(let item, _)): "resume \(item)"
        case .call(.describe(let label, let obstacle)):
            "\(label ?? "-"): \(obstacle?.rawValue ?? "-")"
        case .call(.name(let item, let alias)): "\(alias) is \(item)"
        case .call(.unavailable(let item, _)): "gone \(item)"
        case .call(.setQueue(let queue, _)): "queue \(queue)"
        case .call(.replaced(let item, _, _)): "\(item) is another"
        case .call(.recent): "recent"
        case .call(.names(let item)): "names of \(item)"
        case .call(.answer(let answer)): "answer " + text(answer)
        }
    }

    private static func text(_ answer: SurfaceAnswer) -> String {
        if let refusal = answer.refusal { return "\(answer.number): \(refusal)" }
        let state = answer.isPlaying.map { $0 ? " playing" : " paused" } ?? ""
        return "\(answer.number):\(state)" + (answer.position.map { " \($0)" } ?? "")
    }

    private static func text(_ snapshot: Snapshot) -> String {
        let tenths = (snapshot.position * 10).rounded() / 10
        let cause = snapshot.cause?.rawValue ?? "-"
        return "\(snapshot.item) \(snapshot.status.rawValue) \(tenths) \(cause)"
    }
}

extension MPRISMetadata {
    /// A file in `/v`, of 100 s if nothing else is said.
    static func file(_ name: String, length: Int? = 100, track: String = "/1") -> MPRISMetadata {
        MPRISMetadata(
            trackID: track,
            url: "file:///v/\(name)",
            length: length.map { $0 * 1_000_000 },
            title: name
        )
    }

    /// A film on a web page, whose length is in seconds.
    static func page(_ length: Int) -> MPRISMetadata {
        MPRISMetadata(
            trackID: "/browser/1",
            url: "https://Films.example/watch?v=1#t",
            length: length * 1_000_000,
            title: "A film"
        )
    }
}
