// SPDX-License-Identifier: Apache-2.0
package import StateModel

// The current values of keys, and their history.
extension EventLog {
    func rank(
        of event: Event,
        _ key: EventKey,
        after present: EventRow?,
        isOver: Bool,
        now: Timestamp
    ) throws(StoreError) -> EventRank {
        let before = present?.event.key?.rank
        var now = now
        // The stamp says that the value had not expired, also if it has by an uncertain clock.
        if let before, !isOver, key.rank.rule != .newest,
            let keep = log.options.settings.topics[event.topic]?.keepMilliseconds
        {
            now = min(now, before.stamp.time + keep - 1)
        }
        let rank = key.rank.written(after: before, isOver: isOver, at: event.at, now: now)
        let isOwn = present.map { $0.origin == .own } ?? true
        guard rank.rule == .newest, isOwn, !rank.isLate else { return rank }
        guard let known = try known(event.topic, key.name, since: present) else { return rank }
        return rank.based(
            on: known.compactMap { row in
                row.event.key.map { ($0.rank, row.origin == .own) }
            }
        )
    }

    /// Returns the events of a key that this device knows: the current value, and later events of
    /// other devices.
    ///
    /// The current value stands for all earlier events. Without a current value, the history is
    /// returned, because a tombstone may have been removed. Returns `nil` if the events do not fit
    /// into one page.
    private func known(
        _ topic: String,
        _ key: String,
        since present: EventRow?
    ) throws(StoreError) -> [EventRow]? {
        let table = log.tables.events
        guard let present else { return try table.history(topic, key, before: .max) }
        let page = try table.page(
            .key(topic: topic, key: key),
            after: present.sequence,
            upTo: .max,
            limit: 100,
            bytes: Self.examinedBytes
        )
        return page.next == nil ? [present] + page.rows.filter { $0.origin != .own } : nil
    }

    /// Returns true if an event has been kept for as long as the settings of its topic allow.
    func isOver(_ row: EventRow, at now: Timestamp) -> Bool {
        let settings = log.options.settings.topics[row.event.topic]
        return settings?.end(of: row.event.at, arrivedAt: row.time).map { $0 <= now } ?? false
    }

    /// Returns an earlier value of a key; `nil` if the history has none.
    ///
    /// With `id`, it is the value of that event. Otherwise it is the winner among the values before
    /// the key's current event, or the value of the current event itself if it has expired.
    package func earlier(
        _ topic: String,
        _ key: String,
        id: String?,
        now: Timestamp
    ) throws(StoreError) -> EventRow? {
        if let id {
            let row = try log.tables.events.row(id: id)
            let isOfKey = row.map { ExactString.same($0.event.topic, topic) } == true
            return row.flatMap { isOfKey && $0.isValue(of: key) ? $0 : nil }
        }
        guard let highest = try highest(topic, key) else { return nil }
        if highest.isValue(of: key), isOver(highest, at: now) { return highest }
        let settings = log.options.settings.topics[topic]
        return try log.tables.events.winner(topic, key, before: highest.sequence, settings) {
            $0.isValue(of: key)
        }
    }

    /// Returns the newest events of a current value's key, except those of the value's own device;
    /// none if the value has no ``EventRank/base``.
    private func rivals(of present: EventRow) throws(StoreError) -> [EventRow] {
        guard let key = present.event.key, key.rank.base != nil else { return [] }
        let topic = present.event.topic
        let table = log.tables.events
        return try table.history(topic, key.name, before: .max, without: present.origin)
    }

    private func isPresent(_ row: EventRow, at now: Timestamp) -> Bool {
        row.event.key?.rank.isCleared == false && !isOver(row, at: now)
    }

    /// Returns the event with the highest rank among those of a key, even if it clears the key or
    /// has expired.
    package func highest(_ topic: String, _ key: String) throws(StoreError) -> EventRow? {
        try log.tables.events.latest(topic, key)
    }

    /// Returns the current value of a key; `nil` if the key is unset, cleared or expired.
    package func latest(
        _ topic: String,
        _ key: String,
        now: Timestamp
    ) throws(StoreError) -> EventRow? {
        let row = try highest(topic, key)
        return row.flatMap { isPresent($0, at: now) ? $0 : nil }
    }

    /// Returns a page of the current values of keys, ordered by topic, then by key.
    ///
    /// The page begins after `place`; `next` is the event after whose topic and key the following
    /// page begins. With `conflicts`, the page has only the values, even cleared ones, to which
    /// another device's value lost. Otherwise, cleared and expired values count for `limit`, but
    /// are not returned. `prefix` requires a topic.
    package func latest(
        after place: (topic: String, key: String)?,
        topic: String?,
        prefix: String = "",
        conflicts: Bool = false,
        limit: Int,
        bytes: Int,
        now: Timestamp
    ) throws(StoreError) -> (rows: [EventRow], next: Event?) {
        let page = try log.tables.events.latest(
            after: place,
            topic: topic,
            prefix: prefix,
            limit: limit,
            bytes: bytes
        )
        guard conflicts else {
            let rows = page.rows.filter { isPresent($0, at: now) }
            return (rows, page.next == nil ? nil : page.rows.last?.event)
        }
        var rows: [EventRow] = []
        var room = Self.examinedBytes
        for row in page.rows {
            let rivals = try rivals(of: row)
            if rivals.contains(where: { $0.isLost(to: row) }) { rows.append(row) }
            room = rivals.reduce(room - Self.rowBytes) { $0 - Self.rowBytes - $1.bytes }
            if room < 0 { return (rows, row.event) }
        }
        return (rows, page.next == nil ? nil : page.rows.last?.event)
    }

    /// The approximate size of the events that a call examines, in bytes.
    private static let examinedBytes = 512 << 10
    /// The cost of examining an event besides its size, in bytes.
    private static let rowBytes = 1 << 10
}
