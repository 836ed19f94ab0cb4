// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The items that requests have replaced, so that late reports about them are recognised.
///
/// A player pauses its item before it loads the requested one. Reports from before the request may
/// arrive after it.
struct OrdersAway {
    /// The maximum delay of a report sent before a request, in milliseconds.
    private static let arrivalMilliseconds = 3_000

    /// The times until which late reports are expected, in milliseconds since boot, by player and
    /// item.
    private var ends: [String: [ExactString: Int]] = [:]

    /// Records a request that replaces a player's item.
    mutating func order(_ player: String, from left: String?, to next: String?, now: Int) {
        var items = ends[player]?.filter { $0.value > now } ?? [:]
        if let left { items[ExactString(left)] = now + Self.arrivalMilliseconds }
        if let next { items[ExactString(next)] = nil }
        ends[player] = items.isEmpty ? nil : items
    }

    /// Returns true if a report is about an item that a request has replaced.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - now: The time, in milliseconds since boot.
    /// - Returns: True if the report is outdated.
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

    /// Forgets the replaced items of a player.
    mutating func forget(_ player: String) {
        ends[player] = nil
    }
}
