// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel
internal import Varlink

/// The state machine that follows one mpv.
///
/// It turns the events of mpv and of the daemon into actions. Each file is moved once, to the
/// position at which it stopped; from then on its position is reported to the daemon. The entries
/// after the file in mpv's playlist are the player's queue. Orders of other surfaces for the player
/// become commands to mpv.
package struct MPVFollower: PlayerFollower {
    /// An action for the caller to carry out.
    package typealias Action = PlayerAction<MPVCommand>
    /// Access to the file system, for the meaning of paths.
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
    /// The playlist of mpv, with the item names of the daemon.
    var playlist = MPVPlaylist()
    /// The choice of the first entry of a list.
    var listing = ListOpening()
    /// The orders of other surfaces.
    var orders = SurfaceOrders()
    /// The playlist as mpv sent it, kept until the base of relative paths is known.
    var list = JSONValue.array([])
    /// The item names of the entries in the playlist.
    var names: [String: String] = [:]
    /// The base of relative paths; `nil` if mpv has not reported it.
    var directory: String?
    /// The directory in which mpv runs, according to the system; `nil` if unknown.
    ///
    /// mpv itself reports `$PWD`, which may be outdated if another program started it.
    package var workingDirectory: String?
    /// The disc drives, or the images or folders in their place.
    var discs: [MPVProperty: String] = [:]
    /// True if mpv is paused on request.
    var isPaused = false
    /// The playback speed of mpv.
    package internal(set) var rate: Double?
    /// True if the daemon has answered every call.
    var isSettled = true
    /// The last question after a rearrangement of the playlist; `nil` if there is none.
    var arranging: Int?
    /// The number of the latest file.
    var serial = 0
    /// The replies that wait for mpv's confirmation, by request number.
    var requested: [Int: SurfaceAnswer] = [:]

    /// Creates the follower of a player.
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

    /// Returns the first actions, which are the same for a playing and an idle mpv.
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

    /// Handles the content key of a file that was read; without a key the contents name no item.
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
    /// A question to mpv other than those for ``Track/facts``.
    enum Question: Int {
        /// The position after a jump.
        case landing = 29
        /// The position after a pause.
        case pause
        /// The playlist after a rearrangement.
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

    /// Asks for a property, if a file is open.
    mutating func ask(_ property: MPVProperty, _ question: Question) {
        if track != nil { command(.get(property, number(of: question.rawValue))) }
    }

    /// Returns the number of a question about the current file.
    ///
    /// A question about the position gets a new number after each jump.
    func number(of question: Int) -> Int {
        let asksWhere = [Question.landing.rawValue, Question.pause.rawValue].contains(question)
        let jumps = asksWhere ? (track?.jumps ?? 0) & 0xFFFF : 0
        return (track?.serial ?? 0) << 21 | jumps << 5 | question
    }

    /// Returns the item name of a path or URL of mpv; `nil` if it has none.
    func name(_ text: String) -> String? {
        image(text) ?? CanonicalName.of(text, in: directory, resolve: files.resolve)
    }

    /// Returns the name of a title in the image or the folder of a disc; `nil` for anything else.
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
