// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore

/// A job that reads a page of resume points in slices.
final class ListJob: Job {
    /// A point that was found, with its place in the order.
    typealias Found = (place: PointPlace, point: ResumePoint)

    /// The number of points that a slice examines, if not every point belongs on the page.
    private static let examined = 256

    /// The caller.
    let caller: Caller?
    /// True, because it keeps the points found so far.
    let isLarge = true
    private let items: Items
    private var points: RecentPoints
    /// The last item examined for another order than that of observation.
    private var last = ItemID.absent
    private var filter: PointFilter
    private var selection: PointSelection<ResumePoint>
    private let limit: Int
    private let reply: ([Found], _ more: Bool) throws(StateError) -> [UInt8]

    /// Creates a job that reads at most `limit` points and replies with the result of `reply`,
    /// which also receives true if more follow.
    ///
    /// Without a selection, the points come in the order of observation.
    init(
        _ caller: Caller,
        _ items: Items,
        _ points: RecentPoints,
        _ filter: PointFilter = PointFilter(),
        _ selection: PointSelection<ResumePoint>? = nil,
        limit: Int,
        reply: @escaping ([Found], _ more: Bool) throws(StateError) -> [UInt8]
    ) {
        self.caller = caller
        self.items = items
        self.points = points
        self.filter = filter
        // One more than the limit shows that more points follow.
        self.selection = selection ?? PointSelection(order: .time, limit: limit + 1)
        self.limit = limit
        self.reply = reply
    }

    /// Reads a slice; returns the reply once there are enough points or no more.
    ///
    /// Uncommitted points are not listed, because they may be lost.
    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        guard !items.log.isDirty else { return nil }
        let isComplete =
            selection.order == .time ? try readRecent(now: now) : try readByItem(now: now)
        guard isComplete else { return nil }
        let found = selection.points
        return try reply(Array(found.prefix(limit)), found.count > limit)
    }

    /// Reads a slice in the order of observation; returns true once there are enough points, or no
    /// more.
    private func readRecent(now: Timestamp) throws(StateError) -> Bool {
        let wanted = filter.isOpen ? limit + 1 - selection.count : Self.examined
        for entry in try items.onStore(points.next(wanted, now: now)) {
            add(entry.point, of: entry.place.id)
        }
        return points.isComplete || selection.count > limit
    }

    /// Reads a slice item by item, so that a point observed meanwhile is not missed; returns true
    /// once there are no more.
    private func readByItem(now: Timestamp) throws(StateError) -> Bool {
        let found = try items.onStore(
            items.queries.standing(after: last, upTo: .max, limit: Self.examined, now: now)
        )
        for state in found.states {
            add(items.log.point(state.record, revision: state.revision), of: state.id)
        }
        guard let next = found.next else { return true }
        last = next
        return false
    }

    private func add(_ point: ResumePoint, of item: ItemID) {
        guard filter.admits(point) else { return }
        // Of points observed at the same time, the newer item comes first.
        selection.add(point, point, number: ~item.rawValue)
    }
}
