// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel
internal import Varlink

/// The state machine that follows one mpv process.
///
/// It turns events from mpv and from the daemon into actions. Each file is resumed once, at its
/// resume point; from then on, its position is reported to the daemon. The entries after the
/// current one in mpv's playlist are the player's queue. Requests from other surfaces become
/// commands for mpv.
package struct MPVFollower: PlayerFollower {
    package typealias Action = PlayerAction<MPVCommand>
    package typealias Files = PlayerFiles

    package let player: String
    package private(set) var now = 0
    package var isAttached = false
    package var item = PlayedItem()
    package var actions: [Action] = []
    let files: Files
    var track: Track?
    var playlist = MPVPlaylist()
    var listing = ListOpening()
    var orders = SurfaceOrders()
    /// The playlist as sent by mpv, which is parsed again once the directory for relative paths is
    /// known.
    var list = JSONValue.array([])
    /// The last file that failed before its path or its resume point was known; `nil` for none.
    var unopened: UnopenedFile?
    /// The item names of the playlist's entries, by path or URL.
    var names: [String: String] = [:]
    /// The directory to which relative paths refer; `nil` if mpv has not reported it.
    var directory: String?
    /// The working directory of mpv according to the kernel; `nil` if unknown.
    ///
    /// mpv itself reports `$PWD`, which may be outdated if mpv was started by another program.
    package var workingDirectory: String?
    /// The drive, disc image or folder for each kind of disc, from mpv's options.
    var discs: [MPVProperty: String] = [:]
    /// True while playback is paused; false while mpv only waits for data.
    var isPaused = false
    package internal(set) var rate: Double?
    /// True if the daemon has answered every call.
    var isSettled = true
    /// The number of the request for the rearranged playlist; `nil` if there is none.
    var arranging: Int?
    /// The number of the latest file, counted since the start of the bridge.
    var serial = 0
    /// The answers to send once mpv has confirmed the command, by request number.
    var requested: [Int: SurfaceAnswer] = [:]

    package init(player: String, files: Files) {
        self.player = player
        self.files = files
    }

    package var position: Double? { track?.position }
    package var isCertain: Bool { track?.isLive(isRemote: isRemote, item.duration) == false }
    package var isJumping: Bool { track?.isSeeking == true }
    package var isRunning: Bool { !isPaused }
    package var canSeek: Bool { track?.isTrue(.seekable) == true }
    package var lengthKnowledge: LengthKnowledge { track?.isLoaded == true ? .exact : .awaited }

    package mutating func begin() -> [Action] {
        // A relative path needs the working directory; all other properties describe its file.
        for property in MPVProperty.allCases where property.isFollowed {
            command(.observe(property))
        }
        return take()
    }

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

    package mutating func event(_ event: SurfaceEvent, now: Int) -> [Action] {
        self.now = now
        switch event {
        case .attached(let item, let queue):
            orders.attached(item: item, queue: queue)
            askForUnopened()
        case .detached:
            isSettled = true
            requested = [:]
            orders.detached()
        case .continuation(let name, let own, let point, _, let terms):
            reportUnopened(name, point)
            noteTerms(terms, of: own, asked: name)
        case .recent(let items): noteRecent(items)
        case .same(let item, let own): orders.learned(own: own, called: item)
        case .queueSet(let revision): orders.queueSet(revision: revision)
        case .queueChanged(let revision): orders.queueChanged(revision: revision)
        case .settled(let revision):
            isSettled = true
            orders.settled(revision: revision)
        case .changes(let changes, let isLive): orders.handle(changes, isLive: isLive)
        case .request(let request): obey(request)
        case .names: break
        }
        handle(event)
        settle()
        return take()
    }

    package mutating func contents(of path: String, key: ContentKey?, now: Int) -> [Action] {
        self.now = now
        read(path, key: key)
        listing.read(path, key)
        settle()
        return take()
    }

    package mutating func gone() -> [Action] {
        ended(.quit, nil)
        return take()
    }
}

// MARK: - Acting

extension MPVFollower {
    package mutating func call(_ call: SurfaceCall) {
        if case .tick = call {} else { isSettled = false }
        if let snapshot = call.report {
            if !item.isReported, item.announced == nil { orders.began(snapshot.item) }
            if snapshot.status == .finished { orders.finished() }
        }
        actions.append(.call(call))
    }

    mutating func ask(_ property: MPVProperty, _ question: MPVQuestion) {
        if track != nil { command(.get(property, number(of: question.rawValue))) }
    }

    func number(of question: Int) -> Int { track?.number(of: question) ?? question }

    func name(_ text: String) -> String? {
        files.image(text, discs, in: directory)
            ?? CanonicalName.of(text, in: directory, resolve: files.resolve)
    }
}
