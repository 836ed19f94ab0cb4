// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension ItemQueries {
    /// The number of consecutive unused item numbers after which the next used one is looked up.
    private static let gap = 64

    /// One page of the list of all periods of playback.
    package struct Runs: Sendable, Equatable {
        /// The periods of playback, in the order of their items.
        package var runs: [PlayedRun] = []
        /// The last item examined.
        package var last: ItemID
        /// True if no items remain.
        package var isComplete = false
    }

    /// Returns the periods of playback of items after `id`, in ascending order of items.
    ///
    /// - Parameters:
    ///   - id: The item after which to begin; 0 for the first one.
    ///   - since: The earliest end of a period to return, in milliseconds since 1970.
    ///   - limit: The approximate number of rows to read.
    ///   - now: Trusted time, in milliseconds since 1970.
    /// - Returns: The periods, and the item after which to continue.
    /// - Throws: ``StoreError`` if the file cannot be read.
    package func runs(
        after id: ItemID,
        since: Timestamp,
        limit: Int,
        now: Timestamp
    ) throws(StoreError) -> Runs {
        var page = Runs(last: id)
        var rows = 0
        var missing = 0
        while rows < limit {
            // The caller may pass any number as `id`.
            guard page.last < log.statistics.nextID - 1 else {
                page.isComplete = true
                break
            }
            page.last = page.last + 1
            rows += 1
            if let state = try log.state(page.last) {
                missing = 0
                rows += try add(state, since: since, now: now, to: &page.runs)
            } else {
                missing += 1
                guard missing % Self.gap == 0 else { continue }
                page.last = (try nextID(after: page.last) ?? log.statistics.nextID) - 1
            }
        }
        return page
    }

    /// Adds an item's periods of playback; returns the number of rows read.
    private func add(
        _ state: ItemState,
        since: Timestamp,
        now: Timestamp,
        to runs: inout [PlayedRun]
    ) throws(StoreError) -> Int {
        let past =
            state.record.link == nil
            ? [] : try history(of: state, now: now, limit: log.options.settings.historyPerItem)
        for value in past where value.entry.point.at >= since {
            if let run = PlayedRun(value.entry.point, value.record) { runs.append(run) }
        }
        if state.kind.isLive, state.record.point.at >= since,
            let run = PlayedRun(log.point(of: state), state.record)
        {
            runs.append(run)
        }
        return past.count
    }
}

extension PlayedRun {
    /// Creates the period of playback that ends with a point; `nil` if nothing was played.
    fileprivate init?(_ point: ResumePoint, _ record: ItemRecord) {
        guard record.playedMilliseconds > 0 else { return nil }
        self.init(
            item: point.item,
            title: point.title,
            player: point.player,
            device: point.device,
            at: point.at,
            seconds: Double(record.playedMilliseconds) / 1000
        )
    }
}
