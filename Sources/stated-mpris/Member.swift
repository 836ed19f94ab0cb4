import Glibc
import PlayerMPRIS
import StateBridge
import StateClient
import StateModel

/// A player that is followed, and its link to the daemon for as long as there is something to tell.
struct Member {
    /// How long a link is kept for a player that has stopped, in milliseconds: the next track of a
    /// list comes right away.
    private static let lingering = 5_000
    /// How long an mpv that has just come is left to whoever follows it over its own socket, in
    /// milliseconds: a script of mpv's starts such a bridge while mpv shows up on the bus.
    private static let courtesy = 500

    /// The player's connection to the bus; nil: it is gone.
    private(set) var owner: String?
    /// Its process; nil: not known.
    private let process: Int?
    /// Whether somebody follows it over its own socket: there it is in better hands.
    private var isTaken = false
    /// The number of its newest signal: an answer that is older says nothing.
    var heardAt = 0
    let base: String
    /// True if a person has excluded the player: nothing is told of it but that.
    let isExcluded: Bool
    /// The player's name for people.
    var label: String?
    private var obstacle = ObstacleWatch()
    private let place: Place
    private var follower: MPRISFollower
    private var seat: PlayerSeat?
    private var link: DaemonLink?
    private var idleSince: Int?
    /// When the player may be followed; nil: at once.
    private var followsAt: Int?
    private var errands: [Errand] = []
    private var notices: [String] = []
    private var unread: [String] = []

    /// Where the daemon is, and who sits where.
    struct Place {
        /// The daemon's socket.
        let socket: String
        /// The directory of the players' seats; nil: there is none.
        let seats: String?
        /// The directory for transcripts of what players say; nil: none are kept.
        var transcripts: String?
    }

    /// A player that was found on the bus.
    init(_ newcomer: MPRISRoster.Newcomer, at place: Place) {
        owner = newcomer.owner
        isExcluded = false
        base = newcomer.base
        process = newcomer.process
        self.place = place
        if base == "mpv", process != nil, !newcomer.isOld {
            followsAt = Clocks.running + Self.courtesy
        }
        follower = MPRISFollower(
            player: base,
            isOld: newcomer.isOld,
            resolve: ContentFile.resolved
        )
    }

    /// Creates the member of a player that a person has excluded.
    init(excluded base: String, owner: String, at place: Place) {
        self.owner = owner
        self.base = base
        self.place = place
        isExcluded = true
        process = nil
        follower = MPRISFollower(player: base, isOld: true, resolve: { _ in nil })
    }

    /// Whether there is nothing more to tell of the player: it is gone, or somebody else follows it.
    var isDone: Bool { isTaken || owner == nil && link == nil }

    /// How many items the daemon has yet to acknowledge a word on.
    var unacknowledged: Int { link?.unacknowledged ?? 0 }

    /// Whether the daemon has acknowledged all there was to tell.
    var isStored: Bool { link.map { $0.unacknowledged == 0 && $0.isFlushed } ?? true }

    /// Whether a daemon is there, as far as anybody has looked.
    var isAttached: Bool { link?.isAttached ?? true }

    /// Why no daemon could be reached; nil: one could, or nobody has tried.
    var absence: String? { link.flatMap { $0.isAttached ? nil : $0.absence } }

    /// What to wait for.
    var polls: [pollfd] { link?.polls ?? [] }

    /// How long until something is to be done, in milliseconds; nil: until something happens.
    var patience: Int? {
        let ends = [
            follower.wakeAt.map { $0 - Clocks.running },
            idleSince.map { $0 + Self.lingering - Clocks.running },
            link == nil && follower.isEngaged ? followsAt.map { $0 - Clocks.running } : nil,
            link?.wakeAt.map { $0 - Clocks.elapsed },
            obstacle.wakeAt.map { $0 - Clocks.running },
        ]
        return ends.compactMap(\.self).min().map { max(0, $0) }
    }

    /// What is to be done outside of the loop; and what a person is to read.
    mutating func take() -> (errands: [Errand], notices: [String]) {
        defer {
            errands = []
            notices = []
        }
        return (errands, notices)
    }

    /// The files whose contents are to be looked at.
    mutating func takeUnread() -> [String] {
        defer { unread = [] }
        return unread
    }

    // MARK: What happens

    /// The player was found.
    mutating func begin() {
        record(.began(isOld: follower.isOld))
        perform(follower.begin())
    }

    /// The player said something, or something was found out.
    mutating func hear(_ event: MPRISFollower.Event) {
        guard !isExcluded else { return }
        record(.player(event))
        perform(follower.event(event, now: Clocks.running))
    }

    /// Time has passed, or those descriptors are ready.
    mutating func wake(_ ready: [Int32]) {
        if let events = link?.wake(ready) { hear(events) }
        if let wakeAt = follower.wakeAt, wakeAt <= Clocks.running { hear(.wake) }
        settle()
    }

    /// The player is gone.
    mutating func vanish() {
        followsAt = nil
        record(.gone)
        perform(follower.gone(now: Clocks.running))
        owner = nil
        seat = nil
        settle()
    }

    /// The bridge ends, and the player goes on.
    mutating func leave() {
        followsAt = nil
        perform(follower.leave(now: Clocks.running))
    }

    private mutating func hear(_ events: [SurfaceEvent]) {
        for event in events {
            // Another daemon may know less.
            if case .attached = event { obstacle.isDescribed = false }
            record(.daemon(event))
            perform(follower.event(event, now: Clocks.running))
        }
    }

    private mutating func perform(_ actions: [MPRISFollower.Action]) {
        for action in actions {
            if place.transcripts != nil { write(MPRISTranscript.line(action)) }
            switch action {
            case .ask(let what, let number):
                send { .ask(owner: $0, Errand.Question(what: what, number: number)) }
            case .setPosition(let track, let position):
                send { .move(owner: $0, track: track, position) }
            case .seek(let offset): send { .seek(owner: $0, by: offset) }
            case .read(let path): unread.append(path)
            case .findFile: hear(.file(process.flatMap { OpenFiles.medium(of: $0) }))
            case .call(let call):
                openLink()
                let call = named(call)
                if let events = link?.call(call) { hear(events) }
            case .missed(let item, let position):
                notices.append(
                    "\(base) did not go to \(Int(position)) s of \(item.debugDescription)"
                )
            }
        }
    }

    private mutating func send(_ errand: (String) -> Errand) {
        if let owner { errands.append(errand(owner)) }
    }

    // MARK: Transcripts

    private func record(_ entry: MPRISTranscript.Entry) {
        if place.transcripts != nil {
            write(MPRISTranscript.line(entry, at: Clocks.running))
        }
    }

    private func write(_ line: String?) {
        guard let line, let folder = place.transcripts,
            let file = fopen("\(folder)/\(base).transcript", "ae")
        else { return }
        fputs(line + "\n", file)
        fclose(file)
    }

    // MARK: The link

    /// Sees to it that there is a link while there is something to tell, and not for much longer.
    mutating func settle() {
        describe()
        if follower.isEngaged {
            idleSince = nil
            openLink()
        } else if let link, link.isSettled, link.unacknowledged == 0, link.isFlushed {
            let since = idleSince ?? Clocks.running
            idleSince = since
            if owner == nil || Clocks.running - since >= Self.lingering {
                self.link = nil
                idleSince = nil
                hear([.detached])
            }
        }
    }

    /// Says why the player is not followed, and what it is called.
    private mutating func describe() {
        guard owner != nil, !isTaken else { return }
        let reason = isExcluded ? .excluded : follower.obstacle(now: Clocks.running)
        if let news = obstacle.note(reason, now: Clocks.running) {
            notices.append("\(base): \(ObstacleWatch.words(news))")
        }
        guard obstacle.needsTelling(label) else { return }
        if obstacle.settled != nil { openLink() }
        guard link?.isAttached == true else { return }
        obstacle.described(label)
        if let events = link?.call(.describe(label: label, obstacle: obstacle.settled)) {
            hear(events)
        }
    }

    /// Leaves the player to whoever follows it over its own socket.
    mutating func yield() {
        guard let process, PlayerSeat.holders(in: place.seats).contains(Int32(process)) else {
            return
        }
        isTaken = true
        link = nil
        seat = nil
    }

    /// Opens the link, if the player is ours to follow.
    ///
    /// What is not told for lack of one is told once the daemon is there.
    private mutating func openLink() {
        guard link == nil, !isTaken else { return }
        if let followsAt, Clocks.running < followsAt { return }
        followsAt = nil
        if seat == nil {
            yield()
            if isTaken { return }
            seat = PlayerSeat(base, in: place.seats)
        }
        var link = DaemonLink(
            player: seat?.player ?? base,
            socket: place.socket,
            hearsChanges: false
        )
        let events = link.wake([])
        self.link = link
        hear(events)
    }

    /// What is told under the name that the player has with the daemon.
    private func named(_ call: SurfaceCall) -> SurfaceCall {
        guard let player = seat?.player else { return call }
        switch call {
        case .save(var snapshot):
            snapshot.player = player
            return .save(snapshot)
        case .tick(var snapshot):
            snapshot.player = player
            return .tick(snapshot)
        default: return call
        }
    }
}
