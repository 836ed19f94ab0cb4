// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore

final class ListJob: Job {
    /// A point, with its position in the order of the list.
    typealias Found = (place: PointPlace, point: ItemState)

    /// The number of points read at once, unless ``readsAll`` is true.
    private static let readAtOnce = 256
    /// The maximum number of points on a page that is not large.
    private static let few = 10

    private struct Progress {
        var points: RecentPoints
        var selection: PointSelection<ItemState>
        /// The last item read; used only if the list is not in the order of observation.
        var last = ItemID.absent
        var unexamined: ArraySlice<ItemState> = []
        /// The search for items with the text of the filter; `nil` if there is none, or it is over.
        var search: LogSearch?
        var isRead = false
        /// The points found in earlier slices that must still be compared with the store; `nil`
        /// until enough points have been found or all have been read.
        var unconfirmed: ArraySlice<Found>?
        var page: [Found] = []
        var hasMore = false
    }

    let caller: Caller?
    /// True if the job keeps many points between slices.
    ///
    /// A page of unfiltered points in the order of observation usually takes one slice. If it takes
    /// more, and has more than ten points, the job becomes large and starts again.
    private(set) var isLarge: Bool
    /// The time after which a slice examines no further point.
    var timePerSlice = Jobs.timePerSlice
    private let items: Items
    private var filter: PointFilter
    private let beginning: Progress
    private var progress: Progress
    /// True during the first slice, while the store cannot have changed.
    private var isFirstSlice = true
    private let limit: Int
    /// True if no point is filtered out or sorted, so that all points of one read can be examined
    /// together.
    private let readsAll: Bool
    private let reply: ([Found], _ more: Bool) throws(StateError) -> [UInt8]

    /// Creates a job that reads up to `limit` points and sends the reply that `reply` returns.
    ///
    /// `reply` receives the points, and true if more follow. Without a selection, the most
    /// recently observed point comes first.
    init(
        _ caller: Caller,
        _ items: Items,
        _ points: RecentPoints,
        _ filter: PointFilter = PointFilter(),
        _ selection: PointSelection<ItemState>? = nil,
        limit: Int,
        reply: @escaping ([Found], _ more: Bool) throws(StateError) -> [UInt8]
    ) {
        self.caller = caller
        self.items = items
        self.filter = filter
        // One point more than the limit shows that more follow.
        let selection = selection ?? PointSelection(order: .time, limit: limit + 1)
        // Later pages show that many points have the text.
        let isSearched = !filter.words.isEmpty && selection.isFirstPage
        // With this limit, a search that is given up adds little to the time of the page.
        let search = isSearched ? LogSearch(items.log, limit: limit / 4) : nil
        beginning = Progress(points: points, selection: selection, search: search)
        progress = beginning
        readsAll = selection.order == .time && filter.isOpen
        isLarge = limit > Self.few && !readsAll
        self.limit = limit
        self.reply = reply
    }

    /// Reads a slice; returns the reply once the page is complete or all points have been read.
    ///
    /// Uncommitted points are not listed, because they may still be lost.
    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        guard !items.log.isDirty else { return nil }
        let end = ContinuousClock.now + timePerSlice
        defer { isFirstSlice = false }
        if progress.unconfirmed == nil {
            try examine(until: end, now: now)
            guard find() else {
                if !isLarge, progress.selection.count > Self.few {
                    (isLarge, progress) = (true, beginning)
                }
                return nil
            }
        }
        guard try confirm(until: end, now: now) else { return nil }
        // Some points may have expired while others were compared with the store.
        let page = progress.page.filter { $0.point.record.point.expiresAt > now }
        guard !page.isEmpty || !progress.hasMore else {
            // More points follow, but the page has no point whose position could be the cursor.
            progress = beginning
            return nil
        }
        return try reply(page, progress.hasMore)
    }

    /// Reads more points if all have been examined, and examines points until the time is up.
    ///
    /// If ``readsAll`` is true, all points that were read are examined.
    private func examine(
        until end: ContinuousClock.Instant,
        now: Timestamp
    ) throws(StateError) {
        if progress.search != nil {
            try searchLog(until: end, now: now)
        } else if progress.unexamined.isEmpty {
            try readNext(now: now)
        }
        while let state = progress.unexamined.popFirst() {
            if readsAll || filter.admits(items.log.point(of: state)) {
                // Of points observed at the same time, the one of the newer item comes first.
                progress.selection.add(state, state.record.point, number: ~state.id.rawValue)
            }
            if !readsAll, ContinuousClock.now >= end { break }
        }
    }

    /// Searches the log until the time is up; if the search finds few items, only those are read.
    private func searchLog(
        until end: ContinuousClock.Instant,
        now: Timestamp
    ) throws(StateError) {
        repeat {
            try items.onStore(progress.search?.examine(for: &filter, until: end))
        } while progress.search?.isOver == false && ContinuousClock.now < end
        guard let search = progress.search, search.isOver else { return }
        progress.search = nil
        guard let found = search.found else { return }
        progress.isRead = true
        for id in found {
            let state = try items.onStore(items.log.state(id))
            if let state, state.isLive(at: now) { progress.unexamined.append(state) }
        }
    }

    /// Chooses the points of the page among those found; returns false if more must be read first.
    private func find() -> Bool {
        let isEnough = progress.selection.order == .time && progress.selection.count > limit
        guard isEnough || progress.isRead && progress.unexamined.isEmpty else { return false }
        let found = progress.selection.points
        progress.hasMore = found.count > limit
        // Within the first slice, nothing can have changed.
        if isFirstSlice { progress.page = Array(found.prefix(limit)) }
        progress.unconfirmed = isFirstSlice ? [] : found.prefix(limit)
        return true
    }

    /// Adds the current states of the points found to the page.
    ///
    /// Points that have been removed, or no longer match the filter, are left out. Returns false if
    /// the time is up before all points have been compared.
    private func confirm(
        until end: ContinuousClock.Instant,
        now: Timestamp
    ) throws(StateError) -> Bool {
        while var found = progress.unconfirmed?.popFirst() {
            let state = try items.onStore(items.log.state(found.point.id))
            if let state, state.isLive(at: now) {
                let isSame = state.revision == found.point.revision
                found.point = state
                if isSame || filter.admits(items.log.point(of: state)) {
                    progress.page.append(found)
                }
            }
            if ContinuousClock.now >= end { break }
        }
        return progress.unconfirmed?.isEmpty ?? true
    }

    /// Reads the next points, in the order of observation or of item IDs.
    ///
    /// Reading in the order of IDs does not miss points that are observed in the meantime.
    private func readNext(now: Timestamp) throws(StateError) {
        guard progress.selection.order != .time else {
            let wanted = readsAll ? limit + 1 - progress.selection.count : Self.readAtOnce
            progress.unexamined = try items.onStore(progress.points.next(wanted, now: now))[...]
            progress.isRead = progress.points.isComplete
            return
        }
        let found = try items.onStore(
            items.queries.standing(
                after: progress.last,
                upTo: .max,
                limit: Self.readAtOnce,
                now: now
            )
        )
        progress.unexamined = found.states[...]
        progress.isRead = found.next == nil
        progress.last = found.next ?? progress.last
    }
}
