// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

/// The log of podcast clients' actions.
///
/// For each episode, the log keeps the newest action of each kind, and the play with the latest
/// time.
package struct EpisodeLog: Sendable {
    package struct Entry: Sendable {
        package var number: Int
        /// The effective time of the action, in seconds since 1970: the action's own time, or its
        /// time of arrival if that is earlier.
        package var at: Int
        package var action: EpisodeAction
        fileprivate var episode: Int
    }

    private struct Episode: Sendable {
        var item: String
        /// The newest address of the media; a feed may move its files.
        var address = ""
        var guid: String?
        /// The greatest length that a client reported, in seconds.
        var duration: Int?
        /// The sequence numbers of the newest entries, by kind of action; 0 if there is none.
        var newest: InlineArray<4, Int> = .init(repeating: 0)
        /// The sequence number of the play with the latest time, regardless of the order of
        /// arrival; 0 if there is none.
        var winner = 0

        func keeps(_ number: Int) -> Bool {
            winner == number || newest.indices.contains { newest[$0] == number }
        }
    }

    package static let page = 25_000

    private var writers = EntryWriters()
    /// The kept entries, in the order of their numbers; `nil` in place of an entry that is no
    /// longer needed.
    private var entries: [Entry?] = []
    private(set) var numbers: [Int] = []
    private var displaced = 0
    private var episodes: [Episode] = []
    private var byAddress: [Fingerprint: Int] = [:]
    /// For each identifier, the first episodes that used it.
    private var byIdentifier: [Fingerprint: [Int]] = [:]
    /// The names of items, by episode address as written by a client.
    private var items: [ExactString: String] = [:]
    /// The feeds, by address as written by a client.
    private var feeds: [String: Feed] = [:]
    private var devices: Set<String> = []
    private var known: Set<Fingerprint> = []

    package init() {}

    package var end: Int { writers.end }

    package func has(_ id: String) -> Bool { known.contains(Fingerprint(id)) }

    package func ownEnd(of client: String, after place: Int) -> Int {
        writers.ownEnd(of: client, after: place)
    }

    /// Returns true if the log contains an action, also in the form in which a client received it
    /// and sends it back.
    func has(_ new: NewEntry) -> Bool {
        if has(new.id) { return true }
        let (action, seconds) = (new.action, new.at)
        guard let index = index(of: new) else { return false }
        let (episode, kind) = (episodes[index], action.kind)
        let newest = entry(episode.newest[kind.index])
        return [newest, entry(episode.winner)].contains { former in
            guard let former, former.action.kind == kind,
                [former.action.position, serve(former)?.position].contains(action.position)
            else { return false }
            guard action.timestamp == nil else { return former.at == seconds }
            return former.number == newest?.number && former.action.device == action.device
        }
    }

    private func entry(_ number: Int) -> Entry? {
        let index = numbers.firstIndex(after: number) - 1
        return index < 0 ? nil : entries[index]
    }

    /// Adds an event from the daemon's log.
    ///
    /// `number` must be greater than all earlier ones. `seconds` may be any number, because any
    /// program can append events.
    package mutating func append(_ number: Int, id: String, at seconds: Int, body: JSONValue) {
        let client = body["by"]?.string ?? ""
        guard let action = EpisodeAction(json: body) else {
            writers.append(number, by: client)
            known.insert(Fingerprint(id))
            return
        }
        append(number, entry(id, action, at: ActionTime.counted(seconds)), by: client)
    }

    private mutating func append(_ number: Int, _ new: NewEntry, by client: String) {
        writers.append(number, by: client)
        known.insert(Fingerprint(new.id))
        // Some clients send an action back with the effective time that they received.
        if new.action.timestamp != new.at {
            known.insert(Fingerprint(new.action.id(at: new.at, isOwn: false)))
        }
        let index = register(new)
        var action = new.action
        // Equal strings share memory.
        action.podcast = feeds[action.podcast]?.address ?? action.podcast
        action.episode = episodes[index].address
        action.guid = episodes[index].guid
        action.device = action.device.map { devices.insert($0).memberAfterInsert }
        let entry = Entry(number: number, at: new.at, action: action, episode: index)
        let formerWinner = episodes[index].winner
        let formerNewest = episodes[index].newest[action.kind.index]
        if action.place != nil, self.entry(formerWinner).map({ rank($0) < rank(entry) }) ?? true {
            episodes[index].winner = number
        }
        episodes[index].newest[action.kind.index] = number
        entries.append(entry)
        numbers.append(number)
        displace(formerNewest, index)
        if formerWinner != formerNewest { displace(formerWinner, index) }
        if let duration = action.place?.duration {
            episodes[index].duration = max(duration, episodes[index].duration ?? 0)
        }
        if displaced > 1_000, displaced > entries.count / 2 { compact() }
    }

    private mutating func displace(_ number: Int, _ episode: Int) {
        guard number > 0, !episodes[episode].keeps(number) else { return }
        entries[numbers.firstIndex(after: number) - 1] = nil
        displaced += 1
    }

    /// Returns the values by which plays are ordered, on all devices alike.
    ///
    /// Plays that a device with a fast clock uploads together have the same effective time; they
    /// are ordered by the times that the device gave them.
    private func rank(_ action: EpisodeAction, at seconds: Int) -> (Int, Int, Int, String) {
        (seconds, action.timestamp ?? seconds, action.position ?? 0, action.episode)
    }

    private func rank(_ entry: Entry) -> (Int, Int, Int, String) {
        rank(entry.action, at: entry.at)
    }

    private mutating func compact() {
        let kept = entries.compactMap(\.self)
        (entries, numbers, displaced) = (kept, kept.map(\.number), 0)
    }
}

// MARK: - Episodes

extension EpisodeLog {
    struct Names: Sendable {
        /// The name of the item in the daemon.
        var item: String
        fileprivate var address: Fingerprint
        /// The identifier combined with the feed, because an identifier is unique only within its
        /// feed.
        fileprivate var identifier: Fingerprint?

        fileprivate init(_ action: EpisodeAction, item: String, feed: String) {
            self.item = item
            address = Fingerprint(AddressKey.of(name: item))
            identifier = action.guid.map { Fingerprint(feed + "\n" + $0) }
        }
    }

    private struct Feed {
        /// The address as a client first wrote it; `key` is the normalised form.
        var address: String
        var key: String
    }

    /// Returns the entry for an action, and caches the names derived from its addresses.
    mutating func entry(_ id: String, _ action: EpisodeAction, at seconds: Int) -> NewEntry {
        let address = ExactString(action.episode)
        let item = items[address] ?? AddressKey.name(of: action.episode)
        if items[address] == nil { items[address] = item }
        let feed =
            feeds[action.podcast]
            ?? Feed(address: action.podcast, key: AddressKey.of(action.podcast))
        if feeds[action.podcast] == nil { feeds[action.podcast] = feed }
        let names = Names(action, item: item, feed: feed.key)
        return NewEntry(id: id, at: seconds, action: action, names: names)
    }

    /// The maximum number of episodes recorded for one identifier.
    private static let maximumNamed = 8

    /// Returns the index of an action's episode; `nil` if the episode is new.
    ///
    /// Some feeds use one identifier for several episodes by mistake. An address without a play is
    /// therefore matched by its identifier only if all known lengths agree.
    private func index(of new: NewEntry) -> Int? {
        let own = byAddress[new.names.address]
        if let own, episodes[own].winner > 0 { return own }
        guard let length = new.action.place?.duration, let identifier = new.names.identifier else {
            return own
        }
        let named = byIdentifier[identifier, default: []].filter { episodes[$0].duration != nil }
        let agree = named.allSatisfy { index in
            EpisodeAction.agree(length, episodes[index].duration ?? 0, percent: 2)
        }
        return agree ? named.first ?? own : own
    }

    private mutating func register(_ new: NewEntry) -> Int {
        let (action, names) = (new.action, new.names)
        let index = index(of: new) ?? episodes.count
        if index == episodes.count {
            let item = names.item == action.episode ? action.episode : names.item
            episodes.append(Episode(item: item))
        }
        byAddress[names.address] = index
        if episodes[index].address != action.episode { episodes[index].address = action.episode }
        if episodes[index].guid != action.guid { episodes[index].guid = action.guid }
        if let identifier = names.identifier {
            let named = byIdentifier[identifier, default: []]
            if named.count < Self.maximumNamed, !named.contains(index) {
                byIdentifier[identifier] = named + [index]
            }
        }
        return index
    }
}

// MARK: - Items of the daemon

extension EpisodeLog {
    /// Returns the item of the episode with the given address, which may be written differently;
    /// `nil` if no client knows the episode.
    package func item(of address: String) -> String? {
        byAddress[Fingerprint(AddressKey.of(address))].map { episodes[$0].item }
    }

    /// The items of the episodes, except those whose latest play reaches the end.
    package var unfinished: Set<String> {
        Set(episodes.filter { entry($0.winner).map(isFinished) != true }.map(\.item))
    }

    /// Returns the other addresses under which new actions refer to known episodes, each with the
    /// episode's item.
    package func aliases(in new: [NewEntry]) -> [(item: String, alias: String)] {
        new.compactMap { entry in
            guard let index = index(of: entry) else { return nil }
            let (item, alias) = (episodes[index].item, entry.names.item)
            return item == alias || episodes[index].address == entry.action.episode
                ? nil : (item, alias)
        }
    }

    func latestAction(of item: String) -> EpisodeAction? {
        guard let index = byAddress[Fingerprint(AddressKey.of(item))] else { return nil }
        let newest = episodes[index].newest
        return entry(newest.indices.map { newest[$0] }.max() ?? 0)?.action
    }

    func winner(of item: String) -> Entry? {
        byAddress[Fingerprint(AddressKey.of(item))].flatMap { entry(episodes[$0].winner) }
    }

    func isFinished(_ entry: Entry) -> Bool {
        place(of: entry.action, episodes[entry.episode])?.isFinished ?? false
    }
}

// MARK: - Replies

extension EpisodeLog {
    /// Actions that follow a place, in the order in which a client must apply them.
    package struct Page: Sendable {
        package var actions: [ServedAction]
        package var end: Int
    }

    /// Returns the actions for a client that has every entry up to `place`: at most `limit`, and
    /// the latest plays of their episodes.
    ///
    /// The last play of an episode is the one with the latest time, because most clients apply
    /// actions in the order of the page.
    package func page(after place: Int, limit: Int = page) -> Page {
        let first = numbers.firstIndex(after: place)
        let taken = entries[first...].lazy.compactMap(\.self).prefix(limit + 1)
        let isWhole = taken.count <= limit
        let page = Array(taken.prefix(limit))
        // The latest play of each episode for which the page contains an earlier play.
        let winners = page.compactMap { entry -> Entry? in
            let winner = episodes[entry.episode].winner
            return entry.action.kind == .play && winner != entry.number ? self.entry(winner) : nil
        }
        let last = Set(winners.map(\.number))
        let served = page.filter { !last.contains($0.number) } + winners
        return Page(
            actions: served.compactMap(serve),
            end: max(place, isWhole ? end : page.last?.number ?? end)
        )
    }

    /// Returns an action in the form for clients; `nil` for a play whose numbers would mislead
    /// clients.
    private func serve(_ entry: Entry) -> ServedAction? {
        let at = entry.at
        var action = entry.action
        action.episode = episodes[entry.episode].address
        guard action.kind == .play else { return ServedAction(action, at: at) }
        guard let place = place(of: action, episodes[entry.episode]) else { return nil }
        guard let total = place.isFinished ? place.position : place.duration else { return nil }
        return ServedAction(action, at: at, position: place.position, total: total)
    }

    /// Returns the position that a play reports, with the greatest length that any client reported;
    /// `nil` for an action without a position.
    private func place(of action: EpisodeAction, _ episode: Episode?) -> EpisodeAction.Place? {
        guard var place = action.place else { return nil }
        let known = max(episode?.duration ?? 0, place.duration ?? 0)
        if place.isFinished {
            let end = place.duration ?? max(known, 1)
            // Some clients send the position as the total if they do not know the total.
            place.isFinished = EpisodeAction.agree(end, max(known, end), percent: 5)
            if place.isFinished { place.position = end }
        }
        place.duration = known >= place.position ? known : nil
        return place
    }
}

// MARK: - Snapshots

extension EpisodeLog {
    /// The name of the player under which podcast clients appear in the daemon.
    package static let clientPlayer = "gpodder"

    /// Returns the snapshots that plays represent, in the order of the plays.
    ///
    /// The last snapshot of an episode has the position that clients receive.
    package func snapshots(of new: [NewEntry]) -> [Snapshot] {
        new.sorted { rank($0.action, at: $0.at) < rank($1.action, at: $1.at) }
            .compactMap { snapshot(of: $0) }
    }

    /// Returns the snapshot that a play represents; `nil` for an action without a position.
    private func snapshot(of entry: NewEntry) -> Snapshot? {
        let episode = index(of: entry).map { episodes[$0] }
        guard let place = place(of: entry.action, episode) else { return nil }
        let duration = place.isFinished ? place.position : place.duration
        return Snapshot(
            item: episode?.item ?? entry.names.item,
            player: Self.clientPlayer,
            status: place.isFinished ? .finished : .paused,
            position: Double(place.position),
            duration: duration.map(Double.init),
            cause: .pause,
            at: Timestamp(entry.at * 1_000),
            album: true
        )
    }
}

/// A 128-bit hash of a string, seeded per process.
///
/// Collisions are practically impossible.
private struct Fingerprint: Hashable {
    private let high: Int
    private let low: Int

    init(_ text: String) {
        var hasher = Hasher()
        hasher.combine(text)
        high = hasher.finalize()
        hasher.combine(0)
        low = hasher.finalize()
    }
}
