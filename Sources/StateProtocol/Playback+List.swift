// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension Playback.List.Parameters {
    /// The selected observation times; empty if `until` precedes `since`.
    package var times: Range<Timestamp> {
        let (since, until) = (Timestamp(since ?? .min), Timestamp(until ?? .max))
        return since..<max(since, until)
    }

    /// True if the daemon may have to examine every point for a page.
    package var mayReadAll: Bool { (order ?? .time) != .time || !filter.isOpen }

    package var filter: PointFilter {
        PointFilter(player: player, device: device, status: status, times: times, search: search)
    }
}
