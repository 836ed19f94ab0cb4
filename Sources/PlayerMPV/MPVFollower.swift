// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel
internal import Varlink

/// The state machine that follows one mpv process.
///
/// The machine turns events of mpv and of the daemon into actions. Each file is resumed once, at
/// the position where it stopped; after that, its position is reported to the daemon. The entries
/// after it in mpv's playlist are the player's queue. Requests of other surfaces become commands to
/// mpv.
package struct MPVFollower: PlayerFollower {
    /// An action for the caller to carry out.
    package typealias Action = PlayerAction<MPVCommand>
    /// Access to the file system, to interpret paths.
    package typealias Files = PlayerFiles

    package let player: String
    package private(set) var now = 0
    package var isAttached = false
    package var item = PlayedItem()
    package var actions: [Action] = []
    /// The file system.
    let files: Files
    /// The current file; `nil` if there is none.
    var track: Track?
    /// The playlist of mpv, with the items' names in the daemon.
    var playlist = MPVPlaylist()
    /// The choice of the first entry of a list.
    var listing = ListOpening()
    /// The requests of other surfaces.
    var orders = SurfaceOrders()
    /// The playlist as mpv sent it, kept until the directory for relative paths is known.
    var list = JSONValue.array([])
    /// The item names of the entries in the playlist, by the entries' paths and URLs.
    var names: [String: String] = [:]
    /// The directory for relative paths; `nil` if mpv has not reported it.
    var directory: String?
    /// The working directory of mpv, according to the system; `nil` if unknown.
    ///
    /// mpv itself reports `$PWD`, which may be outdated if another program started it.
    package var workingDirectory: String?
    /// The disc drives, or the disc images or folders that replace them.
    var discs: [MPVProperty: String] = [:]
    /// True if mpv was paused, rather than waiting for data.
    var isPaused = false
    /// The playback speed of mpv.
    package internal(set) var rate: Double?
    /// True if the daemon has answered every call.
    var isSettled = true
    /// The number of the request for the rearranged playlist; `nil` if there is none.
    var arranging: Int?
    /// The number of the latest file, counted from the start of the bridge.
    var serial = 0
    /// The replies that wait for mpv's confirmation, by request number.
    var requested: [Int: SurfaceAnswer] = [:]

    /// Creates the follower of a player with the given name.
    package init(player: String, files: Files) {
        self.player = player
        self.files = files
    }

    package var position: Double? { track?.position }
    package var isCertain: Bool { track?.isLive(fromAfar: isFromAfar) == false }
    package var isJumping: Bool { track?.isSeeking == true }
    package var isRunning: Bool { !isPaused }
    package var canSeek: Bool { track?.isTrue(.seekable) == true }
    package var lengthKnowledge: LengthKnowledge { track?.isLoaded == true ? .exact : .awaited }

    /// Returns the first actions, which do not depend on whether mpv is playing.
    package mutating func begin() -> [Action] {
        // The order matters: a relative path needs the working directory, and all other properties
        // describe the file of that path.
        for property in MPVProperty.allCases where property.isFollowed {
            command(.observe(property))
        }
        return take()
    }

    /// Handles a message of mpv.
    package mutating func event(_ message: MPVMessage, now: Int) -> [Action] {
        self.now = now
        switch message {
        case .property(let property, let value): changed(property, value)
        case .startFile(let entry): start(entry)
        case .fileLoaded: loaded()
        case .seek: sought()
        case .playbackRestart:
            track?.evidence.played()
            ask(.position, .landing)
        case .command(let isBinding): commanded(isBinding: isBinding)
        case .endFile(let ending, let error, let list): ended(ending, error, list: list)
        case .goBack: goBack()
        case .reply(let number, let value): answered(number, value)
        case .requested(let number, let error): confirmed(number, error)
        case .other: break
        }
        settle()
        return take()
    }

    /// Handles an event of the daemon.
    package mutating func event(_ event: SurfaceEvent, now: Int) -> [Action] {
        self.now = now
        switch event {
        case .attached(let item, let queue): orders.attached(item: item, queue: queue)
        case .detached:
            isSettled = true
            requested = [:]
            orders.detached()
        case .continuation(let name, let own, _, _, let terms):
            noteTerms(terms, of: own, asked: name)
        case .recent(let items): goOn(with: items)
        case .same(let item, let own): orders.learned(own: own, called: item)
        case .queueSet(let revision): orders.queueSet(revision: revision)
        case .queueChanged(let revision): orders.queueChanged(revision: revision)
        case .settled(let revision):
            isSettled = true
            orders.settled(revision: revision)
        case .changes(let changes, let isLive): orders.heard(changes, isLive: isLive)
        case .request(let request): obey(request)
        }
        heard(event)
        settle()
        return take()
    }

    /// Handles the content key of a file; `nil` if the contents do not identify the file.
    package mutating func contents(of path: String, key: ContentKey?, now: Int) -> [Action] {
        self.now = now
        read(path, key: key)
        settle()
        return take()
    }

    /// Handles the end of the connection to mpv.
    package mutating func gone() -> [Action] {
        ended(.quit, nil)
        return take()
    }
}

// MARK: - Acting

extension MPVFollower {
    /// A request for a property other than those in ``Track/facts``.
    enum Question: Int {
        /// The position after a seek.
        case landing = 29
        /// The position after a pause.
        case pause
        /// The playlist after a change by this bridge.
        case playlist
    }

    package mutating func call(_ call: SurfaceCall) {
        if case .tick = call {} else { isSettled = false }
        if case .save(let snapshot) = call {
            if !item.isReported { orders.began(snapshot.item) }
            if snapshot.status == .finished { orders.finished() }
        }
        actions.append(.call(call))
    }

    /// Asks mpv for a property, if a file is open.
    mutating func ask(_ property: MPVProperty, _ question: Question) {
        if track != nil { command(.get(property, number(of: question.rawValue))) }
    }

    /// Returns the number of a request about the current file.
    ///
    /// Requests for the position get a new number after each seek.
    func number(of question: Int) -> Int {
        let asksWhere = [Question.landing.rawValue, Question.pause.rawValue].contains(question)
        let jumps = asksWhere ? (track?.jumps ?? 0) & 0xFFFF : 0
        return (track?.serial ?? 0) << 21 | jumps << 5 | question
    }

    /// Returns the item name of a path or URL in mpv; `nil` if it has none.
    func name(_ text: String) -> String? {
        image(text) ?? CanonicalName.of(text, in: directory, resolve: files.resolve)
    }

    /// Returns the name of a title on a disc image or in a disc folder; `nil` for anything else.
    private func image(_ text: String) -> String? {
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[1].isEmpty,
            let disc = ["dvd:": MPVProperty.dvd, "bd:": .bluray, "bluray:": .bluray][parts[0]],
            let device = parts.count > 3 ? String(parts[3]) : discs[disc],
            let path = CanonicalName.of(device, in: directory, resolve: files.resolve),
            files.exists(path)
        else { return nil }
        return ["", "longest"].contains(parts[2]) ? path : "\(parts[0])//\(parts[2])/\(path)"
    }
}
