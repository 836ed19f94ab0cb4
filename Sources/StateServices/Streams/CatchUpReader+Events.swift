// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore

// The order of rows and events in a stream: an event follows the row that was the newest one when
// the event was appended.
extension CatchUpReader {
    enum Entry {
        case row(LogRow)
        case event(EventRow)

        var row: LogRow? { if case .row(let row) = self { row } else { nil } }
    }

    struct Page {
        var entries: [Entry] = []
        var isLast: Bool
        /// The place up to which events were read; `nil` for that of the page's last event.
        var events: LogPlace?
    }

    func page(of subscription: Subscription) throws(StoreError) -> Page {
        let rows = try log.page(
            after: subscription.place.sequence,
            limit: Self.page,
            bytes: Self.pageBytes
        )
        guard let place = subscription.events else {
            return Page(entries: rows.rows.map(Entry.row), isLast: rows.isLast)
        }
        let last = log.statistics.events.last
        let found = try events.page(
            after: place.sequence,
            upTo: last,
            topic: subscription.topics.count == 1 ? subscription.topics.first : nil,
            limit: Self.page,
            bytes: Self.pageBytes
        )
        var page = Page(isLast: rows.isLast && found.next == nil)
        var rest = rows.rows[...]
        for event in found.rows {
            let place = try events.place(of: event.sequence)
            let before = rest.prefix { $0.sequence <= place }
            page.entries += before.map(Entry.row)
            rest = rest.dropFirst(before.count)
            // The event may belong after rows that have not been read yet.
            guard rows.isLast || !rest.isEmpty || place <= rows.rows.last?.sequence ?? .start else {
                return page
            }
            page.entries.append(.event(event))
        }
        // Events that have not been read yet may belong before the remaining rows.
        if found.next == nil { page.entries += rest.map(Entry.row) }
        page.events = try events.place(after: found, upTo: last)
        return page
    }
}
