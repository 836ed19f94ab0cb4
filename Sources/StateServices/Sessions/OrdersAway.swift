// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The items that players were ordered away from, until they report something else.
///
/// A player that carries out an order pauses what it played before it loads the next. What it had
/// reported before it heard of the order may arrive after it.
struct OrdersAway {
    /// The time for which a report from before an order may be on its way, in milliseconds.
    private static let arrivalMilliseconds = 3_000

    /// The ends of those times, in milliseconds since boot, by player and item.
    private var ends: [String: [ExactString: Int]] = [:]

    /// Notes that a player was ordered from an item to another one.
    mutating func order(_ player: String, from left: String?, to next: String?, now: Int) {
        var items = ends[player]?.filter { $0.value > now } ?? [:]
        if let left { items[ExactString(left)] = now + Self.arrivalMilliseconds }
        if let next { items[ExactString(next)] = nil }
        ends[player] = items.isEmpty ? nil : items
    }

    /// Returns true if a report is of an item that its player was ordered away from.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - now: The time, in milliseconds since boot.
    /// - Returns: True if it says nothing of what the player does now.
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

    /// Forgets the orders of a player.
    mutating func forget(_ player: String) {
        ends[player] = nil
    }
}
