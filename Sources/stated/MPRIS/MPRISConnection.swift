// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerKit
import PlayerMPRIS
import StateBridge
import StateClient

/// A player on the bus, and its link to the daemon while that is needed.
struct MPRISConnection {
    /// The time before the link of a stopped player is closed, in milliseconds.
    ///
    /// The player often starts another track soon.
    private static let lingeringMilliseconds = 5_000
    /// The delay before a new mpv is followed, in milliseconds.
    ///
    /// A script in mpv may start a bridge that uses mpv's own socket instead.
    private static let courtesyMilliseconds = 500

    /// The player's unique name on the bus; `nil` once the player has left the bus.
    private(set) var owner: String?
    private let process: Int?
    /// True if another bridge follows the player through its own socket.
    private var isTaken = false
    /// The number of the player's newest signal; replies with a lower number are obsolete.
    var newestSignal = 0
    /// The player's name without the number of its instance, such as `vlc`.
    let base: String
    /// True while the player only mirrors an earlier player, and is therefore not reported.
    private var isMirror = false
    /// True if the user has excluded the player; then only that fact is reported.
    let isExcluded: Bool
    private(set) var label: String?
    /// The requests that the player can obey; empty until the player was asked about itself.
    private(set) var obeys: [RequestedAction] = []
    /// True once the player was asked for its label and its schemes.
    var isIntroduced = false
    /// True if the media file that the player has open is the one that it plays.
    ///
    /// Browsers open no URLs on request. They may upload a file while a page plays.
    private var playsOpenFile = false
    /// The file name of the player's transcript, without its extension.
    private let transcript: String
    private var obstacle = ObstacleWatch()
    private let place: Place
    private var follower: MPRISFollower
    private var nameLock: PlayerNameLock?
    private var link: DaemonLink?
    private var copies = LocalCopies()
    private var idleSince: Int?
    /// The time at which the player may be followed, in milliseconds of ``Clocks/running``; `nil`
    /// for now.
    private var followsAt: Int?

    struct Place {
        let socket: String
        let requests: AsyncStream<PlayerRequest>.Continuation
        let look = TimedLook(timeoutMilliseconds: 2_000)
        let reader = ContentReader()
        /// The directory of the lock files of players' names; `nil` if there is none.
        let nameLocks: String?
        /// The directory of the transcripts; `nil` if none are written.
        var transcripts: String?
    }

    /// Creates the connection of a player that has appeared on the bus.
    ///
    /// `number` is the number of the player among those with the same name, from 1.
    init(_ newcomer: MPRISRoster.Newcomer, number: Int, at place: Place) {
        owner = newcomer.owner
        isExcluded = false
        base = newcomer.base
        process = newcomer.process
        transcript = number == 1 ? base : "\(base).\(number)"
        self.place = place
        if base == "mpv", process != nil, !newcomer.isOld {
            followsAt = Clocks.running + Self.courtesyMilliseconds
        }
        follower = MPRISFollower(
            player: base,
            isOld: newcomer.isOld,
            resolve: { [look = place.look] in look.value(of: $0, ItemFile.resolved) },
            look: { [look = place.look] in look.value(of: $0, FileState.init(of:)) }
        )
    }

    init(excluded base: String, owner: String, at place: Place) {
        self.owner = owner
        self.base = base
        self.place = place
        isExcluded = true
        process = nil
        transcript = base
        follower = MPRISFollower(player: base, isOld: true)
    }

    /// True if the connection can be removed: the player has left the bus and its link is closed,
    /// or another bridge follows the player.
    var isDone: Bool { isTaken || owner == nil && link == nil }

    var unacknowledged: Int { link?.unacknowledged ?? 0 }

    /// Takes what the player says about itself: its label, and the schemes of the URLs that it opens.
    mutating func introduce(_ label: String?, schemes: [String]) {
        self.label = label
        obeys = RequestedAction.controls + (schemes.contains("file") ? [.open] : [])
        playsOpenFile = !schemes.isEmpty
    }

    /// True if no report is unacknowledged.
    var isStored: Bool { link?.isStored ?? true }

    var isLinked: Bool { link != nil }

    /// True if the player has an item, or waits for one: a stopped player may open files on request.
    private var needsLink: Bool {
        follower.needsDaemon || owner != nil && obeys.contains(.open)
    }

    /// True if the daemon is connected, or if there is no link.
    var isAttached: Bool { link?.isAttached ?? true }

    /// The reason why the daemon cannot be reached; `nil` while it is connected or there is no
    /// link.
    var absence: String? { link.flatMap { $0.isAttached ? nil : $0.absence } }

    var polls: [pollfd] {
        guard let link else { return [] }
        return link.polls
            + [pollfd(fd: copies.descriptor, events: Int16(POLLIN), revents: 0)]
    }

    /// The time until the next timer expires, in milliseconds; `nil` if no timer is set.
    var timeoutMilliseconds: Int? {
        let ends = [
            follower.wakeAt.map { $0 - Clocks.running },
            idleSince.map { $0 + Self.lingeringMilliseconds - Clocks.running },
            link == nil && needsLink ? followsAt.map { $0 - Clocks.running } : nil,
            link?.wakeAt.map { $0 - Clocks.elapsed },
            copies.wakeAt.map { $0 - Clocks.elapsed },
            obstacle.wakeAt.map { $0 - Clocks.running },
        ]
        return ends.compactMap(\.self).min().map { max(0, $0) }
    }

    /// The player's item and position; `nil` if they are uncertain.
    var sighting: MPRISMirrors.Sighting? { follower.sighting(now: Clocks.running) }

    // MARK: Events

    mutating func begin() {
        record(.began(isOld: follower.isOld), now: Clocks.running)
        perform(follower.begin())
    }

    mutating func handle(_ event: MPRISFollower.Event) {
        guard !isExcluded else { return }
        let now = Clocks.running
        record(.player(event), now: now)
        perform(follower.event(event, now: now))
    }

    mutating func wake(_ ready: [Int32]) {
        if let events = link?.wake(ready) { handle(events) }
        if let wakeAt = follower.wakeAt, wakeAt <= Clocks.running { handle(.wake) }
        settle()
    }

    /// Ends the reports about the player when it begins to mirror an earlier player, and resumes
    /// them afterwards.
    ///
    /// The reports end only once the daemon has acknowledged all earlier ones.
    mutating func mirror(_ isMirror: Bool) {
        guard isMirror != self.isMirror, !isMirror || isStored else { return }
        self.isMirror = isMirror
        guard isMirror, link != nil else { return }
        link = nil
        idleSince = nil
        handle([.detached])
    }

    mutating func vanish() {
        followsAt = nil
        let now = Clocks.running
        record(.gone, now: now)
        perform(follower.gone(now: now))
        owner = nil
        nameLock = nil
        settle()
    }

    /// Handles the end of the bridge while the player continues.
    mutating func leave() {
        followsAt = nil
        perform(follower.leave(now: Clocks.running))
    }

    private mutating func handle(_ events: [SurfaceEvent]) {
        let passed = copies.pass(events)
        for call in passed.calls { if let events = link?.call(call) { handle(events) } }
        for event in passed.events {
            // A different daemon may be connected, which does not know the obstacle yet.
            if case .attached = event { obstacle.isDescribed = false }
            let now = Clocks.running
            record(.daemon(event), now: now)
            perform(follower.event(event, now: now))
        }
    }

    private mutating func perform(_ actions: [MPRISFollower.Action]) {
        for action in actions {
            if place.transcripts != nil { write(MPRISTranscript.line(action)) }
            switch action {
            case .command(.findFile):
                handle(.file(playsOpenFile ? process.flatMap { OpenFiles.medium(of: $0) } : nil))
            case .command(let command):
                if let owner { place.requests.yield(.command(owner: owner, command)) }
            case .read(let path): place.reader.read(path)
            case .expired: break
            case .call(let call):
                openLink()
                let call = named(call)
                if let events = link?.call(call) { handle(events) }
            case .missed(let item, let position):
                Notice.tell(
                    "\(base) did not seek to \(Int(position)) s in \(item.debugDescription)"
                )
            }
        }
    }

    // MARK: Transcripts

    private func record(_ entry: MPRISTranscript.Entry, now: Int) {
        if place.transcripts != nil { write(MPRISTranscript.line(entry, at: now)) }
    }

    private func write(_ line: String?) {
        guard let line, let folder = place.transcripts,
            let file = fopen("\(folder)/\(transcript).transcript", "ae")
        else { return }
        fputs(line + "\n", file)
        fclose(file)
    }

    // MARK: The link

    /// Opens the link while it is needed, and closes it a short time afterwards.
    mutating func settle() {
        describe()
        if needsLink {
            idleSince = nil
            openLink()
            if let events = link?.obey(obeys) { handle(events) }
        } else if let link, link.isSettled, link.isStored {
            let since = idleSince ?? Clocks.running
            idleSince = since
            if owner == nil || Clocks.running - since >= Self.lingeringMilliseconds {
                self.link = nil
                idleSince = nil
                handle([.detached])
            }
        }
    }

    /// Sends the player's display name, and the obstacle that prevents following it.
    private mutating func describe() {
        guard owner != nil, !isTaken else { return }
        let reason = isExcluded ? .excluded : follower.obstacle(now: Clocks.running)
        if let news = obstacle.note(reason, now: Clocks.running) {
            Notice.tell("\(base): \(news.sentence(calling: "it"))")
        }
        guard obstacle.mustBeReported(label) else { return }
        if obstacle.settled != nil { openLink() }
        guard link?.isAttached == true else { return }
        obstacle.described(label)
        if let events = link?.call(.describe(label: label, obstacle: obstacle.settled)) {
            handle(events)
        }
    }

    /// Ends the reports if another bridge follows the player through its own socket.
    mutating func yield() {
        guard let process, PlayerNameLock.holders(in: place.nameLocks).contains(Int32(process))
        else {
            return
        }
        isTaken = true
        link = nil
        nameLock = nil
    }

    /// Opens the link, unless the player is a mirror, must not be followed yet, or is followed by
    /// another bridge.
    ///
    /// Reports wait in the link until the daemon is connected.
    private mutating func openLink() {
        guard link == nil, !isTaken, !isMirror else { return }
        if let followsAt, Clocks.running < followsAt { return }
        followsAt = nil
        if nameLock == nil {
            yield()
            if isTaken { return }
            nameLock = PlayerNameLock(base, in: place.nameLocks)
        }
        var link = DaemonLink(
            player: nameLock?.player ?? base,
            socket: place.socket,
            hearsChanges: false,
            obeys: []
        )
        let events = link.wake([])
        self.link = link
        handle(events)
    }

    /// Replaces the player's name in a report with its name in the daemon, such as `mpv.2`.
    private func named(_ call: SurfaceCall) -> SurfaceCall {
        guard let player = nameLock?.player else { return call }
        switch call {
        case .save(var snapshot):
            snapshot.player = player
            return .save(snapshot)
        case .announce(var snapshot):
            snapshot.player = player
            return .announce(snapshot)
        case .tick(var snapshot):
            snapshot.player = player
            return .tick(snapshot)
        default: return call
        }
    }
}
