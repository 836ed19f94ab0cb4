// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A queue that is edited by the numbers and the names of its items.
struct QueueEdit: Equatable {
    /// The items in order.
    private(set) var items: [String]

    /// Creates the edit of a queue.
    init(_ items: [String]) {
        self.items = items
    }

    /// Returns the index of an item; its number, counted from 1, stands for it as well as its name.
    ///
    /// A name in full has priority over a number, and over the last part of a path.
    func index(of word: String) throws(Failure) -> Int {
        if let index = items.firstIndex(where: { ExactString.same($0, word) }) { return index }
        if let number = Decimal.whole(word[...]) {
            guard items.indices.contains(number - 1) else {
                throw Failure(.notThere, "there is no item \(number); \(count)")
            }
            return number - 1
        }
        let named = items.indices.filter { ItemName.of(items[$0], title: nil) == word.visible }
        guard let index = named.first, named.count == 1 else {
            let problem =
                named.isEmpty
                ? "\(word.visible) is not in the queue"
                : "\(word.visible) is in the queue \(named.count) times; name it by its number"
            throw Failure(named.isEmpty ? .notThere : .badValue, problem)
        }
        return index
    }

    /// Removes the items that words stand for.
    mutating func remove(_ words: [String]) throws(Failure) {
        var found: Set<Int> = []
        for word in words { found.insert(try index(of: word)) }
        items = items.enumerated().filter { !found.contains($0.offset) }.map(\.element)
    }

    /// Moves an item to another place, counted from 1; places beyond the end are the end.
    mutating func move(_ word: String, to place: Int) throws(Failure) {
        guard place > 0 else {
            throw Failure(BadValue("\(place)", expected: "a place: the first is 1"), at: "place")
        }
        let item = items.remove(at: try index(of: word))
        items.insert(item, at: min(place - 1, items.count))
    }

    private var count: String {
        items.isEmpty ? "nothing is queued" : "\(HealthReport.count(items.count, "item")) queued"
    }
}
