// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore

/// A job that reads a page of resume points in slices.
final class ListJob: Job {
    let caller: Caller?
    /// True, because it keeps the points found so far.
    let isLarge = true
    private let items: Items
    private var points: RecentPoints
    private let limit: Int
    private let reply: ([ItemQueries.Entry], _ more: Bool) throws(StateError) -> [UInt8]
    private var entries: [ItemQueries.Entry] = []

    /// Creates a job that reads at most `limit` points and replies with the result of `reply`,
    /// which receives true if there are more.
    init(
        _ caller: Caller,
        _ items: Items,
        _ points: RecentPoints,
        limit: Int,
        reply: @escaping ([ItemQueries.Entry], _ more: Bool) throws(StateError) -> [UInt8]
    ) {
        self.caller = caller
        self.items = items
        self.points = points
        self.limit = limit
        self.reply = reply
    }

    /// Reads a slice; returns the reply once there are enough points or no more.
    ///
    /// Uncommitted points are not listed, because they may be lost.
    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        guard !items.log.isDirty else { return nil }
        // One more than the limit shows that more points follow.
        let wanted = limit + 1 - entries.count
        entries += try items.onStore(points.next(wanted, now: now))
        guard points.isComplete || entries.count > limit else { return nil }
        return try reply(Array(entries.prefix(limit)), entries.count > limit)
    }
}
