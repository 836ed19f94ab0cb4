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
package struct MPVFollower: Sendable {
    /// An action for the caller to carry out.
    package enum Action: Equatable, Sendable {
        /// Send a command to mpv.
        case command(MPVCommand)
        /// Send a call to the daemon.
        case call(SurfaceCall)
        /// Find out the key of a file's contents.
        case read(path: String)
        /// Tell the person that the item's position, in seconds, expired at that time.
        case expired(item: String, position: Double, at: Timestamp)
        /// Tell the person that mpv did not go to the resume point, in seconds.
        case missed(item: String, position: Double)
    }

    /// Access to the file system, which gives paths their meaning.
    package typealias Files = PlayerFiles

    /// The interval of reports about a file that plays, in milliseconds.
    static let tickIntervalMilliseconds = 1_000
    /// The interval at which the position of a file that plays is stored for certain, in
    /// milliseconds.
    static let storeIntervalMilliseconds = 1_800

    /// The player's name.
    let player: String
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
    /// The playlist as mpv sent it, kept for when the base of relative paths is known.
    var list = JSONValue.array([])
    /// The item names of the entries in the playlist.
    var names: [String: String] = [:]
    /// The base of relative paths; `nil` if mpv has not reported it.
    var directory: String?
    /// The directory in which mpv runs, as the system tells it; `nil` if it cannot.
    ///
    /// mpv itself reports `$PWD`, which a program that started it elsewhere may have left as it was.
    package var workingDirectory: String?
    /// The drives of discs, or what stands for them.
    var discs: [MPVProperty: String] = [:]
    /// True if mpv is paused on request.
    var isPaused = false
    /// The playback speed of mpv.
    var speed: Double?
    /// True while the daemon is connected.
    var isAttached = false
    /// True if the daemon has answered every call.
    var isSettled = true
    /// The question that ends a rearrangement of the playlist; `nil` if none is under way.
    var arranging: Int?
    /// The number of the latest file.
    var serial = 0
    /// The actions to carry out, in this order.
    var actions: [Action] = []

    /// Creates the follower of a player.
    package init(player: String, files: Files) {
        self.player = player
        self.files = files
    }

    /// Returns the first actions, which do not depend on whether mpv already plays.
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
        switch message {
        case .property(let property, let value): changed(property, value, now: now)
        case .startFile(let entry): start(entry, now: now)
        case .fileLoaded: loaded(now: now)
        case .seek: sought(now: now)
        case .playbackRestart:
            track?.resumption.played()
            ask(.position, about: .landing)
        case .command(let isBinding): commanded(isBinding: isBinding)
        case .endFile(let ending, let error, let list): ended(ending, error, list: list)
        case .goBack: goBack()
        case .reply(let number, let value): answered(number, value, now: now)
        case .other: break
        }
        settle(now: now)
        return take()
    }

    /// Handles an event of the daemon.
    package mutating func event(_ event: SurfaceEvent, now: Int) -> [Action] {
        switch event {
        case .attached(let item, let queue):
            isAttached = true
            orders.attached(item: item, queue: queue)
            attach()
        case .detached:
            isAttached = false
            isSettled = true
            orders.detached()
        case .continuation(let item, let own, let point, let position, let terms):
            continues(item, of: own, point, at: position, terms)
        case .recent(let items): goOn(with: items)
        case .same(let item, let own): orders.learned(own: own, called: item)
        case .queueSet(let revision): orders.queueSet(revision: revision)
        case .queueChanged(let revision): orders.queueChanged(revision: revision)
        case .settled(let revision):
            isSettled = true
            orders.settled(revision: revision)
        case .changes(let changes, let isLive): orders.heard(changes, isLive: isLive)
        }
        settle(now: now)
        return take()
    }

    /// Handles the content key of a file that was read; without a key the contents name no item.
    package mutating func contents(of path: String, key: ContentKey?, now: Int) -> [Action] {
        let isAwaited = track?.resumption.isWaiting == true
        take(track?.lookup?.read(path, key: key, isAwaited: isAwaited))
        settle(now: now)
        return take()
    }

    /// Handles the end of the connection to mpv, which was killed or has quit.
    package mutating func gone() -> [Action] {
        ended(.quit, nil)
        return take()
    }
}

// MARK: - Acting

extension MPVFollower {
    /// A question to mpv; with the file's serial it makes the number of a request.
    enum Question: Int {
        /// The duration: the first of the facts about a loaded file.
        case duration
        /// The start position.
        case start
        /// The presence of the start position on the command line.
        case startIsGiven
        /// mpv's permission to go on where it was.
        case resumes
        /// The presence of that on the command line.
        case resumesIsGiven
        /// The refusal to resume files that have changed.
        case checksTime
        /// The end position that the person set.
        case end
        /// The length to play that the person set.
        case length
        /// The ability to seek in the file.
        case seekable
        /// The limitation of seeks to the cached part of a stream.
        case partlySeekable
        /// The start of a loop that the person set.
        case loop
        /// The album.
        case album
        /// The beginning from which positions count.
        case rebases
        /// The time of the file's own clock at its beginning.
        case clockStart
        /// The position: the last of the facts.
        case place
        /// The position after a jump.
        case landing
        /// The position after a pause.
        case pause
        /// The playlist after a rearrangement.
        case playlist
    }

    /// Removes and returns the collected actions, which count as carried out.
    mutating func take() -> [Action] {
        defer { actions = [] }
        return actions
    }

    /// Sends a command to mpv.
    mutating func command(_ command: MPVCommand) {
        actions.append(.command(command))
    }

    /// Sends a call to the daemon.
    mutating func call(_ call: SurfaceCall) {
        if case .tick = call {} else { isSettled = false }
        actions.append(.call(call))
    }

    /// Asks for a property of the file that is open.
    mutating func ask(_ property: MPVProperty, about question: Question) {
        guard let track else { return }
        command(.get(property, number(of: question, about: track)))
    }

    /// Returns the number of a question about a file.
    ///
    /// A question about the position gets a new number after each jump.
    func number(of question: Question, about track: Track?) -> Int {
        let asksWhere = question == .landing || question == .pause
        let jumps = asksWhere ? (track?.jumps ?? 0) & 0xFFFF : 0
        return (track?.serial ?? 0) << 21 | jumps << 5 | question.rawValue
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

    /// Saves the state of the file in the daemon.
    mutating func save(as status: Status? = nil, _ cause: Cause, reason: String? = nil) {
        if track?.isHeld == true { return }
        let standing = status ?? (isPaused ? .paused : .playing)
        guard
            let snapshot = track?.snapshot(
                by: player,
                standing,
                cause,
                rate: speed,
                reason: reason
            )
        else { return }
        if track?.isReported == false { orders.began(snapshot.item) }
        if status == .finished { orders.finished() }
        track?.reported = snapshot.position
        call(.save(snapshot))
    }
}
