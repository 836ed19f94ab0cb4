// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Synchronization
import Varlink

@testable import PlayerKit
@testable import PlayerMPV

/// The size and the last write of every file of a test.
final class Disk: Sendable {
    /// The size of a file that is complete.
    static let size = 10_000_000
    /// The state of the files; nil: nobody can look at them.
    let state = Mutex<FileState?>(FileState(size: size, writtenAt: 0, seenAt: 1_000_000))

    /// Each file was last written then.
    func isWritten(at time: Timestamp) { state.withLock { $0?.writtenAt = time } }

    /// Somebody writes to each file.
    func grows() {
        state.withLock { state in
            state?.size += 1
            if let now = state?.seenAt { state?.writtenAt = now }
        }
    }
}

/// A follower between an mpv and a daemon that a test plays: each step answers with what it does.
struct FollowerHarness {
    /// Who stands between them.
    var follower: MPVFollower
    /// Milliseconds.
    var now = 1_000_000
    /// The keys of files' contents; the others have none.
    var keys: [String: String] = [:]
    /// True if no file can be read, as on a share that does not answer.
    var isDiskStuck = false
    /// The positions at which mpv was let load files, by its script.
    var released: [Double?] = []
    /// The disk, whose files all look the same: long complete, if a test does not say otherwise.
    let disk = Disk()
    /// The numbers of the questions that wait for an answer, by property.
    private var questions: [String: [Int]] = [:]

    /// A follower of an mpv that has just started in `/v`, where those files are; the daemon is
    /// there, if `item` is not nil, and knows that item and that queue.
    init(files: [String] = [], attached item: String?? = nil, queue: [String] = []) {
        follower = MPVFollower(
            player: "mpv",
            files: .init(
                resolve: { files.contains($0) ? $0 : nil },
                exists: { files.contains($0) },
                // The directory has changed at 1,000.
                canHaveLost: { $0 == "/v" && $1 ?? 0 <= 1_000 },
                look: { [disk] _ in disk.state.withLock(\.self) }
            )
        )
        note(follower.begin())
        _ = says(#"{"event":"property-change","name":"working-directory","data":"/v"}"#)
        if let item {
            _ = hears(.attached(item: item, queue: queue))
            _ = hears(.changes([], isLive: true))
        }
    }

    /// mpv says that.
    mutating func says(_ lines: String...) -> [String] {
        lines.flatMap { line -> [String] in
            guard let message = try? MPVMessage(line: Array(line.utf8)) else {
                return ["? \(line)"]
            }
            return note(follower.event(message, now: now))
        }
    }

    /// The daemon says that.
    mutating func hears(_ event: SurfaceEvent) -> [String] {
        note(follower.event(event, now: now))
    }

    /// A property of mpv has a new value, in JSON.
    mutating func property(_ name: String, _ value: String?) -> [String] {
        let isKnown = MPVProperty(rawValue: name)?.isFollowed ?? true
        precondition(isKnown, "mpv is not asked to tell of \(name)")
        let data = value.map { #","data":\#($0)"# } ?? ""
        return says(#"{"event":"property-change","name":"\#(name)"\#(data)}"#)
    }

    /// mpv answers what was asked first of a property, in JSON; nil: it has no value.
    mutating func answer(_ name: String, _ value: String?) -> [String] {
        guard var numbers = questions[name], !numbers.isEmpty else { return ["nobody asked"] }
        let number = numbers.removeFirst()
        questions[name] = numbers
        let result = value.map { #""data":\#($0),"error":"success""# } ?? #""error":"unavailable""#
        return says(#"{"request_id":\#(number),\#(result)}"#)
    }

    /// mpv opens a file, whose position is known to the daemon if `stored` is not nil.
    mutating func opens(
        _ path: String,
        duration: String? = "100.0",
        stored: Double? = nil,
        start: String = "none",
        seekable: String = "true",
        partly: String = "false",
        size: Int? = nil,
        format: String = "matroska",
        loop: String = "no"
    ) -> [String] {
        var seen = says(#"{"event":"start-file"}"#)
        seen += property("path", "\"\(path)\"")
        if follower.isAttached {
            let isWhole = path.hasPrefix("/") || path.hasPrefix("http")
            seen += answers(isWhole ? path : "/v/" + path, stored: stored)
        }
        return seen
            + loads(
                duration: duration,
                start: start,
                seekable: seekable,
                partly: partly,
                size: size,
                format: format,
                loop: loop
            )
    }

    /// The daemon says where a file stood.
    mutating func answers(
        _ item: String,
        stored: Double?,
        resumes position: Double? = nil,
        duration: Double? = 100,
        at: Timestamp = 0,
        terms: ResumeTerms = ResumeTerms()
    ) -> [String] {
        hears(
            .continuation(
                item: item,
                own: item,
                point: stored.map { point(item, $0, duration, at: at) },
                position: position ?? stored ?? 0,
                terms: terms
            )
        )
    }

    /// The file that mpv opens is loaded.
    mutating func loads(
        duration: String? = "100.0",
        start: String = "none",
        isGiven: Bool? = nil,
        resumes: Bool = true,
        length: String = "none",
        seekable: String = "true",
        partly: String = "false",
        size: Int? = nil,
        format: String = "matroska",
        loop: String = "no",
        clock: Double? = nil,
        at position: Double = 0
    ) -> [String] {
        var seen = says(#"{"event":"file-loaded"}"#)
        seen += property("duration", duration)
        seen += answer("options/start", "\"\(start)\"")
        let isOnCommandLine = isGiven ?? (start != "none")
        seen += answer("option-info/start/set-from-commandline", "\(isOnCommandLine)")
        seen += answer("options/resume-playback", "\(resumes)")
        seen += answer("option-info/resume-playback/set-from-commandline", "\(!resumes)")
        seen += answer("options/end", #""none""#)
        seen += answer("options/length", "\"\(length)\"")
        seen += answer("seekable", seekable)
        seen += answer("partially-seekable", partly)
        if let size { seen += answer("file-size", "\(size)") }
        seen += answer("file-format", "\"\(format)\"")
        seen += answer("ab-loop-a", "\"\(loop)\"")
        seen += answer("options/rebase-start-time", "\(clock == nil)")
        seen += answer("demuxer-start-time", "\(clock ?? 7)")
        seen += answer("time-pos", "\(clock ?? position)")
        return seen
    }

    /// mpv jumps, and goes on at that position.
    mutating func jumps(to position: String?) -> [String] {
        says(#"{"event":"seek"}"#, #"{"event":"playback-restart"}"#)
            + answer("time-pos", position)
    }

    /// A person presses a key, after the file has begun to play.
    mutating func presses() -> [String] {
        let line = #"Run command: seek, flags=73, args=[target=\"5\"]"#
        return says(#"{"event":"playback-restart"}"#) + answer("time-pos", "0.0")
            + says(
                #"{"event":"log-message","prefix":"cplayer","level":"debug","text":"\#(line)"}"#
            )
    }

    /// Time passes, in milliseconds, and mpv says where it is.
    mutating func plays(_ position: Double, after time: Int = 1_000) -> [String] {
        now += time
        return property("time-pos", "\(position)")
    }

    /// A file is over, of which mpv has read all if a test does not say otherwise.
    mutating func ends(
        _ reason: String,
        error: String? = nil,
        readTo: Int? = Disk.size
    ) -> [String] {
        _ = property("stream-pos", readTo.map(String.init))
        let detail = error.map { #","file_error":"\#($0)""# } ?? ""
        return says(#"{"event":"end-file","reason":"\#(reason)"\#(detail)}"#)
    }

    /// mpv's playlist, one of whose entries may be the current one.
    mutating func lists(_ names: [String], current: Int?) -> [String] {
        let entries = names.enumerated().map { index, name in
            #"{"filename":"\#(name)"\#(index == current ? #","current":true"# : "")}"#
        }
        return property("playlist", "[\(entries.joined(separator: ","))]")
    }

    @discardableResult
    private mutating func note(_ actions: [MPVFollower.Action]) -> [String] {
        for case .command(.get(let property, let number)) in actions {
            questions[property.rawValue, default: []].append(number)
        }
        for case .command(.load(_, let position)) in actions { released.append(position) }
        var seen = actions.compactMap(Self.text)
        for case .read(let path) in actions where !isDiskStuck {
            let key = keys[path].map { ContentKey(name: $0, digests: []) }
            seen += note(follower.contents(of: path, key: key, now: now))
        }
        return seen
    }

    /// The title in reports.
    var shownTitle: String? {
        follower.item.snapshot(by: "mpv", .paused, nil, at: 0)?.title
    }

    /// A resume point of an item.
    func point(
        _ item: String,
        _ position: Double,
        _ duration: Double? = 100,
        at: Timestamp = 0
    ) -> ResumePoint {
        ResumePoint(
            item: item,
            player: "mpv",
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
    /// What is done, as a test writes it; nil: it only looks.
    fileprivate static func text(_ action: MPVFollower.Action) -> String? {
        switch action {
        case .command(.get), .command(.observe), .command(.watchInput), .command(.load), .read: nil
        case .command(let command): "mpv: \(command)"
        case .expired(let item, let position, _): "expired \(item) at \(position)"
        case .missed(let item, let position): "missed \(item) at \(position)"
        case .call(.save(let snapshot)): "save " + text(snapshot)
        case .call(.announce(let snapshot)): "announce \(snapshot.item) \(snapshot.status)"
        case .call(.tick(let snapshot)): "tick " + text(snapshot)
        case .call(.unavailable(let item, let reason)): "gone \(item): \(reason ?? "")"
        case .call(.resume(let item, _)): "resume \(item)"
        case .call(.describe(let label, let obstacle)):
            "\(label ?? "-"): \(obstacle?.rawValue ?? "-")"
        case .call(.recent): "recent"
        case .call(.names(let item)): "names of \(item)"
        case .call(.answer(let answer)): "answer " + text(answer)
        case .call(.name(let item, let alias)): "\(alias) is \(item)"
        case .call(.replaced(let item, let point, let contents)):
            "\(item) is another than at \(point.position), of \(contents)"
        case .call(.setQueue(let queue, let revision)):
            "queue \(queue) if \(revision.map(String.init) ?? "-")"
        }
    }

    private static func text(_ answer: SurfaceAnswer) -> String {
        if let refusal = answer.refusal { return "\(answer.number): \(refusal)" }
        let state = answer.isPlaying.map { $0 ? " playing" : " paused" } ?? ""
        return "\(answer.number):\(state)" + (answer.position.map { " \($0)" } ?? "")
    }

    private static func text(_ snapshot: Snapshot) -> String {
        let cause = snapshot.cause?.rawValue ?? "-"
        let reason = snapshot.reason.map { ": \($0)" } ?? ""
        return "\(snapshot.item) \(snapshot.status.rawValue) \(snapshot.position) \(cause)\(reason)"
    }
}

extension Player {
    /// The player mpv as the daemon reports it.
    init(playing item: String?, queue: [String], at revision: Revision) {
        self.init(
            player: "mpv",
            item: item,
            playing: true,
            phase: .foreground,
            surfaces: 1,
            queue: queue,
            revision: revision
        )
    }
}
