// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The items that requests, or the end of the item before, have replaced; reports about them may be
/// outdated.
///
/// Before a player loads the item that a request names, it pauses the item that it was playing. Its
/// reports about that item may arrive after the request.
struct ReplacedItems {
    /// The maximum delay of a report that was sent before a request, in milliseconds.
    private static let arrivalMilliseconds = 3_000

    /// The times until which outdated reports may arrive, in milliseconds since boot, by player and
    /// item.
    private var ends: [String: [ExactString: Int]] = [:]

    /// Records that a request replaces a player's item `left` with `next`.
    mutating func order(_ player: String, from left: String?, to next: String?, now: Int) {
        var items = ends[player]?.filter { $0.value > now } ?? [:]
        if let left { items[ExactString(left)] = now + Self.arrivalMilliseconds }
        if let next { items[ExactString(next)] = nil }
        ends[player] = items.isEmpty ? nil : items
    }

    /// Returns true if a report is about an item that a request has replaced, and was probably sent
    /// before the request.
    ///
    /// This is assumed of each report about the item up to the first one that it is paused. Of the
    /// reports that arrive more than three seconds after the request, it is assumed only of that
    /// one. The first report of which it is not assumed ends this for all items of the player,
    /// until the next request.
    ///
    /// `now` is the time in milliseconds since boot.
    mutating func explain(_ report: Snapshot, now: @autoclosure () -> Int) -> Bool {
        guard let items = ends[report.player] else { return false }
        let item = ExactString(report.item)
        guard let end = items[item], report.status == .paused || now() < end else {
            ends[report.player] = nil
            return false
        }
        if report.status == .paused { ends[report.player]?[item] = nil }
        return true
    }

    mutating func forget(_ player: String) {
        ends[player] = nil
    }
}
