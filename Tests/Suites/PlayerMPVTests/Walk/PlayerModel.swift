// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerMPV
import StateModel
import StateTesting
import Synchronization
import Varlink

@testable import PlayerKit

/// A film of a walk: its contents, wherever the file lies.
struct Film: Equatable, Sendable {
    /// The number of the film.
    let number: Int
    /// The length in seconds; no two films are as long.
    var length: Double { Double(700 + 400 * number) }
    /// The name of the contents.
    var key: String { "content:\(size)-\(number)" }
    /// The size in bytes.
    var size: Int { 1_000_000 * (number + 1) }
}

/// The files of a walk; a disk that is away shows none.
final class WalkDisk: Sendable {
    /// The films by path, and whether the disk is there.
    let state = Mutex<(films: [String: Film], isMounted: Bool)>(([:], true))

    /// The film at a path; `nil` if there is none now.
    func film(_ path: String) -> Film? {
        state.withLock { $0.isMounted ? $0.films[path] : nil }
    }
}

/// A mistake that an implementation might make, planted between the follower and the models.
enum WalkFault: CaseIterable {
    /// Each end of the data is the end of the film.
    case believesEachEnd
    /// A file is known by its name alone.
    case knowsNamesOnly
    /// Nothing is asked after a pause.
    case overlooksOthers
    /// No file is moved.
    case movesNothing
    /// Each jump is a person's.
    case believesScripts
    /// The beginning that a person asks for is not respected.
    case ignoresWishes
    /// A player that is closed says nothing more.
    case losesLastWord
    /// A file that is away is gone.
    case believesEachLoss
}

/// A model of mpv with its daemon around one follower.
///
/// Whoever answers first, mpv or the daemon, is a matter of chance.
struct PlayerModel {
    /// The chance.
    var random: FuzzRandom
    /// The daemon.
    var daemon: DaemonModel
    /// The time, in milliseconds.
    var now: Int
    /// The position of the film, in seconds.
    private(set) var position = 0.0
    /// The jumps beyond the end of a film.
    private(set) var isSentBeyond = false

    private let disk: WalkDisk
    private let fault: WalkFault?
    private var follower: MPVFollower
    private var path = ""
    private var film: Film?
    private var start: (text: String, isGiven: Bool) = ("none", false)
    /// True if mpv waits for the script, which waits for the follower.
    private var waits = false
    private let hasScript: Bool
    private var messages: [MPVMessage] = []
    private var answers: [SurfaceEvent] = []
    private var reads: [String] = []

    /// Starts mpv and its follower.
    init(
        _ random: FuzzRandom,
        _ daemon: DaemonModel,
        _ disk: WalkDisk,
        now: Int,
        _ fault: WalkFault?
    ) {
        (self.random, self.daemon, self.disk, self.now, self.fault) = (
            random, daemon, disk, now, fault
        )
        follower = MPVFollower(
            player: "mpv",
            files: MPVFollower.Files(
                resolve: { disk.film($0) == nil ? nil : $0 },
                exists: { disk.film($0) != nil },
                canHaveLost: { _, _ in
                    fault == .believesEachLoss || disk.state.withLock(\.isMounted)
                },
                look: { path in
                    disk.film(path).map {
                        FileState(size: $0.size, writtenAt: 0, seenAt: Timestamp(now))
                    }
                }
            )
        )
        hasScript = Bool.random(using: &self.random)
        perform(follower.begin())
        tell(.attached(item: nil, queue: []))
        tell(.changes([], isLive: true))
        say(.property(.workingDirectory, .string("/v")))
    }
}

// MARK: - What happens to mpv

extension PlayerModel {
    /// Opens a file, perhaps with a start position on the command line.
    mutating func open(_ path: String, start text: String?) {
        (self.path, film, position) = (path, disk.film(path), 0)
        start = text.map { ($0, true) } ?? ("none", false)
        say(.startFile(entry: nil))
        waits = hasScript
        say(.property(.path, .string(path)))
        if !hasScript { load(at: nil) }
        pass(300)
    }

    private mutating func load(at place: Double?) {
        waits = false
        guard let film else {
            send([.endFile(.error, error: "loading failed")])
            return
        }
        let isChosen = start.isGiven && fault != .ignoresWishes
        position = (isChosen ? Double(start.text) : place) ?? 0
        if position > film.length { isSentBeyond = true }
        send([
            .fileLoaded, .property(.duration, .double(film.length)),
            .property(.size, .int(film.size)), .playbackRestart,
            .property(.position, .double(position)),
        ])
    }

    /// Plays for so many seconds, at once if `isQuick`.
    mutating func play(_ seconds: Double, isQuick: Bool = false) {
        let steps = isQuick ? 1 : 4
        for _ in 0..<steps {
            position += seconds / Double(steps)
            now += Int(seconds * 1_000) / steps
            say(.property(.position, .double(position)))
        }
    }

    /// Jumps: a person with a key, or a script.
    mutating func jump(to place: Double, byKey: Bool) {
        if byKey || fault == .believesScripts { send([.command(isBinding: true)]) }
        arrive(at: place)
        pass(50)
    }

    private mutating func arrive(at place: Double) {
        if let film, place > film.length { isSentBeyond = true }
        position = min(place, film?.length ?? 0)
        send([.seek, .playbackRestart, .property(.position, .double(position))])
    }

    /// Pauses for so many seconds, in which something else may happen.
    mutating func pause(_ seconds: Int, _ meanwhile: (inout DaemonModel, Timestamp) -> Void) {
        say(.property(.pause, .bool(true)))
        now += seconds * 1_000
        meanwhile(&daemon, Timestamp(now))
        say(.property(.pause, .bool(false)))
        pass(100)
    }

    /// Reaches the end of the data, which is the end of the film unless its disk has gone.
    mutating func reachEnd() {
        if let film = disk.film(path) { say(.property(.readTo, .int(film.size))) }
        say(.endFile(.eof, error: nil))
        film = nil
    }

    /// Closes the file, to open another one, or with mpv.
    mutating func close(_ ending: MPVEnding) {
        say(.endFile(ending, error: nil))
        film = nil
    }

    /// Kills mpv.
    mutating func kill() { perform(follower.gone()) }

    private mutating func say(_ message: MPVMessage) {
        send([message])
        pass(20)
    }

    private mutating func send(_ more: [MPVMessage]) { messages += more }

    private mutating func tell(_ event: SurfaceEvent) {
        answers.append(event)
        pass(5)
    }

    /// Lets time pass, in milliseconds, and everything be answered.
    private mutating func pass(_ milliseconds: Int) {
        while !messages.isEmpty || !answers.isEmpty || !reads.isEmpty {
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where !messages.isEmpty:
                perform(follower.event(messages.removeFirst(), now: now))
            case 1 where !answers.isEmpty:
                perform(follower.event(answers.removeFirst(), now: now))
            case 2 where !reads.isEmpty:
                let path = reads.removeFirst()
                let key = fault == .knowsNamesOnly ? nil : disk.film(path)?.key
                let contents = key.map { ContentKey(name: $0, digests: []) }
                perform(follower.contents(of: path, key: contents, now: now))
            default: now += 1
            }
        }
        now += milliseconds
    }
}

// MARK: - What the follower does

extension PlayerModel {
    private mutating func perform(_ actions: [MPVFollower.Action]) {
        for action in actions {
            switch action {
            case .command(let command): perform(command)
            case .call(let call): perform(call)
            case .read(let path): reads.append(path)
            case .expired, .missed: break
            }
        }
    }

    private mutating func perform(_ command: MPVCommand) {
        switch command {
        case .get(let property, let number): send([.reply(number, value(of: property))])
        case .seek(let place):
            guard film != nil, fault != .movesNothing else { break }
            send([.command(isBinding: false)])
            arrive(at: place)
        case .load(let path, let place) where waits && path == self.path:
            load(at: fault == .movesNothing ? nil : place)
        default: break
        }
    }

    private func value(of property: MPVProperty) -> JSONValue? {
        switch property {
        case .duration: film.map { .double($0.length) }
        case .start: .string(start.text)
        case .startIsGiven: .bool(start.isGiven && fault != .ignoresWishes)
        case .resumes: .bool(true)
        case .resumesIsGiven: .bool(false)
        case .end, .length: .string("none")
        case .seekable: .bool(true)
        case .partlySeekable: .bool(false)
        case .loopStart: .string("no")
        case .position: film.map { _ in .double(position) }
        default: nil
        }
    }

    private mutating func perform(_ call: SurfaceCall) {
        let time = Timestamp(now)
        switch call {
        case .save(let snapshot), .tick(let snapshot):
            if fault == .losesLastWord, snapshot.cause == .stop { break }
            daemon.save(believed(snapshot), now: time)
        case .resume(let item, _):
            if fault == .overlooksOthers, film != nil, position > 0, !waits {
                answers.append(
                    .continuation(item: item, own: item, point: nil, position: 0)
                )
            } else {
                answers.append(known(daemon.continuation(of: item, at: time)))
            }
        case .unavailable(let item, _): daemon.unavailable(item)
        case .name(let item, let alias): daemon.name(item, alias)
        case .replaced(let item, let point, let contents): daemon.replaced(item, point, contents)
        case .recent: answers.append(.recent([]))
        case .announce, .describe, .setQueue, .answer, .names: break
        }
        if case .tick = call { return }
        answers.append(.settled(revision: Revision(now)))
    }

    private func believed(_ snapshot: Snapshot) -> Snapshot {
        guard fault == .believesEachEnd, snapshot.status == .failed else { return snapshot }
        var snapshot = snapshot
        snapshot.status = .finished
        snapshot.duration = snapshot.position
        return snapshot
    }

    private func known(_ event: SurfaceEvent) -> SurfaceEvent {
        guard fault == .knowsNamesOnly,
            case .continuation(let item, let own, let point, let position, var terms) = event
        else { return event }
        terms.contents = []
        var known = point
        known?.duration = film?.length
        return .continuation(item: item, own: own, point: known, position: position, terms: terms)
    }
}
