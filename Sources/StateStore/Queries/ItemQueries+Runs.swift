// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension ItemQueries {
    /// The number of consecutive unused item numbers after which the next used one is looked up.
    private static let gap = 64

    package struct Runs: Sendable, Equatable {
        package var runs: [PlayedRun] = []
        package var last: ItemID
        package var isComplete = false
    }

    /// Returns the periods of playback of items after `id` that ended at `since` or later, in
    /// ascending order of items.
    ///
    /// `limit` is the approximate number of rows to read.
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
