// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The conditions for resume points in a list, which must all be met.
struct PointFilter: Equatable {
    /// The device that observed a point; `nil` for any.
    var device: String?
    /// The status of a point; `nil` for any.
    var status: Status?
    /// The earliest time of observation; `nil` for any.
    var since: Timestamp?
    /// The time before which a point was observed; `nil` for any.
    var until: Timestamp?
    /// The folded text in a title or an item; `nil` for any.
    private(set) var search: [UInt8]?

    /// Creates a filter from its conditions; without any, it admits all points.
    init(
        device: String? = nil,
        status: Status? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        search: String? = nil
    ) {
        self.device = device
        self.status = status
        self.since = since
        self.until = until
        self.search = search.map(SearchText.folded)
    }

    /// True if the filter admits all points.
    var isOpen: Bool { self == PointFilter() }

    /// Returns true for a point that meets the conditions.
    func admits(_ point: ResumePoint) -> Bool {
        if let device, point.device != device { return false }
        if let status, point.status != status { return false }
        if let since, point.at < since { return false }
        if let until, point.at >= until { return false }
        guard let search else { return true }
        return point.title.map { SearchText.contains($0, search) } ?? false
            || SearchText.contains(point.item, search)
            // The name of a URL is shown without its percent signs.
            || point.item.utf8.contains(UInt8(ascii: "%"))
                && SearchText.contains(ItemName.of(point.item, title: nil), search)
    }
}
