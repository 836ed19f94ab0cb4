// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// The log of subscriptions to feeds, which keeps the newest change of each feed.
package struct FeedLog: Sendable {
    /// A change of one feed, as stored in an event.
    package struct Change: Equatable, Sendable {
        /// The address, as the client wrote it.
        package var url: String
        /// True if the feed was added, false if it was removed.
        package var isAdded: Bool

        package init(_ url: String, isAdded: Bool) {
            (self.url, self.isAdded) = (url, isAdded)
        }

        /// The key of the event, of which the log keeps the newest for each feed.
        package var key: String { AddressKey.short(AddressKey.of(url)) }

        /// Returns the body of the event, with the client that wrote it.
        package func body(by client: String) -> JSONValue {
            .members(["url": .string(url), "added": .bool(isAdded), "by": .string(client)])
        }
    }

    private struct Feed {
        var number = 0
        /// The time and the ID of the change with the latest time, which takes precedence on all
        /// devices, whatever the order of arrival.
        var rank = (at: Int.min, id: "")
        var isAdded = false
        /// All spellings of the address; that of the newest change is last.
        var spellings: [String] = []
    }

    /// The longest address, in bytes.
    private static let addressBytes = 2_048

    private var writers = EntryWriters()
    private var feeds: [String: Feed] = [:]
    private var known: Set<String> = []

    /// Creates an empty log.
    package init() {}

    /// The number of the newest entry.
    package var end: Int { writers.end }

    /// Returns true if the log has the event.
    package func has(_ id: String) -> Bool { known.contains(id) }

    /// Returns the end of the entries after a place that one client wrote.
    package func ownEnd(of client: String, after place: Int) -> Int {
        writers.ownEnd(of: client, after: place)
    }

    /// Adds an event of the daemon's log.
    ///
    /// - Parameters:
    ///   - number: The event's sequence number, greater than all earlier ones.
    ///   - id: The event's ID.
    ///   - milliseconds: The event's time, which may have any value, because any program can append
    ///     events.
    ///   - body: The event's body.
    package mutating func append(_ number: Int, id: String, at milliseconds: Int, body: JSONValue) {
        writers.append(number, by: body["by"]?.string ?? "")
        known.insert(id)
        guard let url = body["url"]?.string, case .bool(let isAdded)? = body["added"] else {
            return
        }
        let key = AddressKey.of(url)
        var feed = feeds[key] ?? Feed()
        let rank = (at: ActionTime.counted(milliseconds, perSecond: 1_000), id: id)
        if feed.rank < rank {
            (feed.number, feed.rank, feed.isAdded) = (number, rank, isAdded)
            feed.spellings = feed.spellings.filter { $0 != url } + [url]
        } else if !feed.spellings.contains(url) {
            feed.spellings.insert(url, at: 0)
        }
        feeds[key] = feed
    }

    /// Returns the time for a change made now, which must be later than all known changes of the
    /// feed.
    package func time(of change: Change, now milliseconds: Int) -> Int {
        max(milliseconds, (feeds[AddressKey.of(change.url)]?.rank.at ?? 0) + 1)
    }

    /// Returns the stored form of an address; `nil` if it cannot be the address of a feed.
    package static func address(_ text: String) -> String? {
        let url = text.trimmed
        let isURL = url.hasPrefix(of: ["http://", "https://", "ftp://", "feed:"])
        return isURL && url.utf8.count <= addressBytes ? url : nil
    }

    /// Returns the addresses that are stored in another form, each with its stored form, which is
    /// empty for an address that is not stored at all.
    package static func rewritten(_ texts: [String]) -> JSONValue {
        .array(
            texts.filter { address($0) != $0 }
                .map { .array([.string($0), .string(address($0) ?? "")]) }
        )
    }

    /// The feeds that are subscribed to, in the order in which they were added.
    package var subscribed: [String] {
        feeds.values.filter(\.isAdded).sorted { $0.number < $1.number }.compactMap(\.spellings.last)
    }

    /// Returns the changes that turn the present subscriptions into the given list of addresses.
    package func changes(to list: [String]) -> [Change] {
        let wanted = Set(list.map { AddressKey.of($0) })
        let removed = feeds.filter { $0.value.isAdded && !wanted.contains($0.key) }
        return removed.values.compactMap(\.spellings.last).sorted()
            .map { Change($0, isAdded: false) } + needed(list.map { Change($0, isAdded: true) })
    }

    /// Returns the changes that have an effect.
    ///
    /// If a client removes one spelling of a feed and adds another, the feed is kept.
    package func needed(_ changes: [Change]) -> [Change] {
        func keys(isAdded: Bool) -> Set<String> {
            Set(changes.filter { $0.isAdded == isAdded }.map { AddressKey.of($0.url) })
        }
        let (added, removed) = (keys(isAdded: true), keys(isAdded: false))
        return changes.filter { change in
            let key = AddressKey.of(change.url)
            let feed = feeds[key]
            guard feed?.isAdded ?? false else { return change.isAdded }
            return change.isAdded
                ? removed.contains(key) && feed?.spellings.last != change.url : !added.contains(key)
        }
    }

    /// Returns the number of changes that a client would receive now; 0 if it has never asked.
    package func waiting(for client: String, _ state: ClientCursor) -> Int {
        guard state.since != nil else { return 0 }
        let place = ownEnd(of: client, after: state.given)
        let (added, removed) = changes(after: place, isFirst: false)
        return added.count + removed.count
    }

    /// Returns the feeds that were added and removed after a place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - isFirst: True for the first request of a client, which needs no earlier removals.
    /// - Returns: The addresses; removed feeds are listed in all their spellings.
    package func changes(
        after place: Int,
        isFirst: Bool
    ) -> (added: [String], removed: [String]) {
        let changed = feeds.values.filter { $0.number > place }.sorted { $0.number < $1.number }
        let removed = isFirst ? [] : changed.filter { !$0.isAdded }.flatMap(\.spellings)
        return (changed.filter(\.isAdded).compactMap(\.spellings.last), removed)
    }
}
