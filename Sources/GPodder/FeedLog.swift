// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// The log of subscriptions to feeds, which keeps the newest change of each feed.
package struct FeedLog: Sendable {
    package struct Change: Equatable, Sendable {
        package var url: String
        package var isAdded: Bool

        package init(_ url: String, isAdded: Bool) {
            (self.url, self.isAdded) = (url, isAdded)
        }

        /// The key of the event, which is the same for all spellings of the feed's address.
        package var key: String { AddressKey.short(AddressKey.of(url)) }

        package func body(by client: String) -> JSONValue {
            .members(["url": .string(url), "added": .bool(isAdded), "by": .string(client)])
        }
    }

    private struct Feed {
        var number = 0
        /// The time and the ID of the change with the latest time.
        ///
        /// This change takes precedence on all devices, regardless of the order of arrival.
        var rank = (at: Int.min, id: "")
        var isAdded = false
        /// All spellings of the address; the spelling of the newest change is last.
        var spellings: [String] = []
    }

    private static let addressBytes = 2_048

    private var writers = EntryWriters()
    private var feeds: [String: Feed] = [:]
    private var known: Set<String> = []

    package init() {}

    package var end: Int { writers.end }

    package func has(_ id: String) -> Bool { known.contains(id) }

    package func ownEnd(of client: String, after place: Int) -> Int {
        writers.ownEnd(of: client, after: place)
    }

    /// Adds an event from the daemon's log.
    ///
    /// `number` must be greater than all earlier ones. `milliseconds` may be any number, because
    /// any program can append events.
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

    /// Returns the time for a change made now, in milliseconds; it is later than all known changes
    /// of the feed.
    package func time(of change: Change, now milliseconds: Int) -> Int {
        max(milliseconds, (feeds[AddressKey.of(change.url)]?.rank.at ?? 0) + 1)
    }

    /// Returns an address as it is stored; `nil` if it cannot be the address of a feed.
    package static func address(_ text: String) -> String? {
        let url = text.trimmed
        let isURL = url.hasPrefix(of: ["http://", "https://", "ftp://", "feed:"])
        // A list as plain text has one address on each line.
        let isLine = !url.contains(where: \.isNewline)
        return isURL && isLine && url.utf8.count <= addressBytes ? url : nil
    }

    /// Returns pairs of an uploaded address and its stored form, for each address that was altered.
    ///
    /// The stored form is empty if the address was rejected.
    package static func rewritten(_ texts: [String]) -> JSONValue {
        .array(
            texts.filter { address($0) != $0 }
                .map { .array([.string($0), .string(address($0) ?? "")]) }
        )
    }

    /// The subscribed feeds, in the order of their newest changes.
    package var subscribed: [String] {
        feeds.values.filter(\.isAdded).sorted { $0.number < $1.number }.compactMap(\.spellings.last)
    }

    /// Returns the changes that replace the current subscriptions with the given list.
    package func changes(to list: [String]) -> [Change] {
        let wanted = Set(list.map { AddressKey.of($0) })
        let removed = feeds.filter { $0.value.isAdded && !wanted.contains($0.key) }
        return removed.values.compactMap(\.spellings.last).sorted()
            .map { Change($0, isAdded: false) } + needed(list.map { Change($0, isAdded: true) })
    }

    /// Returns the changes that have an effect.
    ///
    /// If a client removes one spelling of a feed and adds another, the subscription is kept.
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

    /// Returns the feeds that were added and removed after a place; a removed feed is listed in all
    /// its spellings.
    ///
    /// The first request of a client does not need removals.
    package func changes(
        after place: Int,
        isFirst: Bool
    ) -> (added: [String], removed: [String]) {
        let changed = feeds.values.filter { $0.number > place }.sorted { $0.number < $1.number }
        let removed = isFirst ? [] : changed.filter { !$0.isAdded }.flatMap(\.spellings)
        return (changed.filter(\.isAdded).compactMap(\.spellings.last), removed)
    }
}
