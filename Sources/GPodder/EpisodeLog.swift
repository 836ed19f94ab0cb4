// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

/// The log of actions, of which the newest of each episode and kind counts.
package struct EpisodeLog: Sendable {
    /// An action of the log.
    package struct Entry: Sendable {
        /// The sequence number.
        package var number: Int
        /// The time that the action counts as, in seconds: its own, or that of its arrival if that
        /// is earlier.
        package var at: Int
        package var action: EpisodeAction
        /// The index of the episode.
        fileprivate var episode: Int
    }

    private struct Episode: Sendable {
        /// The name of the item in which the daemon keeps the place.
        var item: String
        /// The longest duration that a client knew.
        var duration: Int?
        /// The newest entry of each kind, by its number.
        var newest: [EpisodeAction.Kind: Int] = [:]
        /// The play that was the last one by its time, whenever it arrived.
        var winner: Entry?
    }

    /// The actions in a page of a reply, at least.
    package static let page = 25_000

    private var writers = EntryWriters()
    /// The entries that are the newest of their episode and kind, or its winner, in the order of their
    /// numbers; `nil` where one was displaced.
    private var entries: [Entry?] = []
    private var numbers: [Int] = []
    private var displaced = 0
    private var episodes: [Episode] = []
    private var byAddress: [String: Int] = [:]
    private var byIdentifier: [String: Int] = [:]
    /// The keys of feeds, by their addresses as clients write them.
    private var feedKeys: [String: String] = [:]
    private var known: Set<String> = []

    /// Creates an empty log.
    package init() {}

    /// The number of the newest entry.
    package var end: Int { writers.end }

    /// Returns true if the log has the event of an action.
    package func has(_ id: String) -> Bool { known.contains(id) }

    /// Returns the end of the entries after a place that one client wrote.
    package func ownEnd(of client: String, after place: Int) -> Int {
        writers.ownEnd(of: client, after: place)
    }

    /// Returns true if an action without a time is the newest one of its episode and kind.
    func isRepeat(_ action: EpisodeAction) -> Bool {
        guard let episode = index(of: action, names(of: action)),
            let number = episodes[episode].newest[action.kind],
            let entry = entries[numbers.firstIndex(after: number) - 1]
        else { return false }
        return entry.action.position == action.position && entry.action.device == action.device
    }

    /// Adds an event of the daemon's log.
    ///
    /// - Parameters:
    ///   - number: its sequence number, greater than those before.
    ///   - id: its name.
    ///   - seconds: its time.
    ///   - body: its body.
    package mutating func append(_ number: Int, id: String, at seconds: Int, body: JSONValue) {
        writers.append(number, by: body["by"]?.string ?? "")
        known.insert(id)
        guard let action = EpisodeAction(json: body) else { return }
        // Some clients send back what they received, with the time that it counts as.
        if action.timestamp != seconds { known.insert(action.id(at: seconds, isOwn: false)) }
        let index = register(action)
        let entry = Entry(number: number, at: seconds, action: action, episode: index)
        entries.append(entry)
        numbers.append(number)
        let formerWinner = episodes[index].winner?.number
        if action.place != nil, episodes[index].winner.map({ precedes($0, entry) }) ?? true {
            episodes[index].winner = entry
        }
        let formerNewest = episodes[index].newest.updateValue(number, forKey: action.kind)
        for former in Set([formerWinner, formerNewest].compactMap(\.self)) {
            displace(former, index)
        }
        if let duration = action.place?.duration {
            episodes[index].duration = max(duration, episodes[index].duration ?? 0)
        }
        if displaced > 1_000, displaced > entries.count / 2 { compact() }
    }

    /// Drops an entry unless it is still the newest one or the winner of its episode.
    private mutating func displace(_ number: Int, _ episode: Int) {
        let episode = episodes[episode]
        guard episode.winner?.number != number, !episode.newest.values.contains(number) else {
            return
        }
        entries[numbers.firstIndex(after: number) - 1] = nil
        displaced += 1
    }

    /// Returns true if the second play is the later one by time; the order is the same everywhere.
    private func precedes(_ first: Entry, _ second: Entry) -> Bool {
        let (one, other) = (first.action.position ?? 0, second.action.position ?? 0)
        return (first.at, one, first.action.episode) < (second.at, other, second.action.episode)
    }

    private mutating func compact() {
        let kept = entries.compactMap(\.self)
        (entries, numbers, displaced) = (kept, kept.map(\.number), 0)
    }
}

// MARK: - Episodes

extension EpisodeLog {
    /// The names of an episode.
    private struct Names {
        /// The name of the item in which the daemon keeps the place.
        var item: String
        var address: String
        /// The identifier, with the feed in which it is one.
        var identifier: String?
    }

    private func names(of action: EpisodeAction) -> Names {
        let item = AddressKey.name(of: action.episode)
        let identifier = action.guid.map { guid in
            (feedKeys[action.podcast] ?? AddressKey.of(action.podcast)) + "\n" + guid
        }
        return Names(item: item, address: AddressKey.of(name: item), identifier: identifier)
    }

    /// The difference between the lengths of two episodes that share an identifier by mistake, in
    /// seconds: advertisements change a length by less.
    private static let tolerance = 300

    private func index(of action: EpisodeAction, _ names: Names) -> Int? {
        if let index = byAddress[names.address] { return index }
        guard let index = names.identifier.flatMap({ byIdentifier[$0] }) else { return nil }
        guard let one = episodes[index].duration, let other = action.place?.duration else {
            return index
        }
        return abs(one - other) <= Self.tolerance ? index : nil
    }

    /// Returns the episode of an action, which is known by these names from now on.
    private mutating func register(_ action: EpisodeAction) -> Int {
        let names = names(of: action)
        let index = index(of: action, names) ?? episodes.count
        if index == episodes.count { episodes.append(Episode(item: names.item)) }
        byAddress[names.address] = index
        if let identifier = names.identifier, byIdentifier[identifier] == nil {
            byIdentifier[identifier] = index
        }
        if feedKeys[action.podcast] == nil {
            feedKeys[action.podcast] = AddressKey.of(action.podcast)
        }
        return index
    }
}

// MARK: - Items of the daemon

extension EpisodeLog {
    /// Returns true if an item of the daemon is an episode.
    package func has(item: String) -> Bool { byAddress[AddressKey.of(item)] != nil }

    /// Returns the newest action of the episode that an item is; `nil` if it is none.
    func latestAction(of item: String) -> EpisodeAction? {
        guard let index = byAddress[AddressKey.of(item)],
            let number = episodes[index].newest.values.max()
        else { return nil }
        return entries[numbers.firstIndex(after: number) - 1]?.action
    }

    /// Returns the last play of the episode that an item is; `nil` if there is none.
    func winner(of item: String) -> Entry? {
        byAddress[AddressKey.of(item)].flatMap { episodes[$0].winner }
    }
}

// MARK: - Replies

extension EpisodeLog {
    /// The actions after a place, in the order in which a client is to apply them.
    package struct Page: Sendable {
        /// The actions, with the times that they count as.
        package var actions: [ServedAction]
        /// The place at which the page ends.
        package var end: Int
    }

    /// Returns the actions that a client with everything up to `place` needs.
    ///
    /// Each episode with a play ends with the play that is the last one by time: most clients apply
    /// actions in the order of the page, whatever they have.
    package func page(after place: Int, limit: Int = page) -> Page {
        let first = numbers.firstIndex(after: place)
        let taken = entries[first...].lazy.compactMap(\.self).prefix(limit + 1)
        let isWhole = taken.count <= limit
        let page = Array(taken.prefix(limit))
        // The winners of plays in the page that are others.
        let winners = page.compactMap { entry -> Entry? in
            let winner = episodes[entry.episode].winner
            return entry.action.kind == .play && winner?.number != entry.number ? winner : nil
        }
        let last = Set(winners.map(\.number))
        let served = page.filter { !last.contains($0.number) } + winners
        return Page(
            actions: served.compactMap(serve),
            end: max(place, isWhole ? end : page.last?.number ?? end)
        )
    }

    /// Returns an action as clients take it; `nil` for a play whose numbers would mislead them.
    private func serve(_ entry: Entry) -> ServedAction? {
        let (action, at) = (entry.action, entry.at)
        guard action.kind == .play else { return ServedAction(action, at: at) }
        guard let place = place(of: action, episodes[entry.episode]) else { return nil }
        guard let total = place.isFinished ? place.position : place.duration else { return nil }
        return ServedAction(action, at: at, position: place.position, total: total)
    }

    /// Returns the place of a play, with the length that any client knew.
    private func place(of action: EpisodeAction, _ episode: Episode?) -> EpisodeAction.Place? {
        guard var place = action.place else { return nil }
        let known = max(episode?.duration ?? 0, place.duration ?? 0)
        if place.isFinished {
            // Some clients write the position as total where they know none.
            place.isFinished = place.position == 1 || known <= place.position + Self.tolerance
            if place.position == 1 { place.position = max(known, 1) }
        }
        place.duration = known >= place.position ? known : nil
        return place
    }
}

// MARK: - Snapshots

extension EpisodeLog {
    /// The player that podcast clients are for the daemon.
    package static let clientPlayer = "gpodder"

    /// Returns the snapshot of a play; `nil` for an action without a place.
    package func snapshot(of entry: NewEntry) -> Snapshot? {
        let names = names(of: entry.action)
        let episode = index(of: entry.action, names).map { episodes[$0] }
        guard let place = place(of: entry.action, episode) else { return nil }
        let duration = place.isFinished ? place.position : place.duration
        return Snapshot(
            item: episode?.item ?? names.item,
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
