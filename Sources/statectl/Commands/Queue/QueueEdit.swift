// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A queue being edited, whose items the user names by number or by name.
struct QueueEdit: Equatable {
    private(set) var items: [String]
    var titles: [String: String] = [:]

    /// Returns the index of the item with a number, counted from 1, or with a name.
    ///
    /// A full name takes precedence over a number. A number takes precedence over a displayed name
    /// and over the end of a path.
    func index(of word: String) throws(Failure) -> Int {
        if let index = items.firstIndex(where: { ExactString.same($0, word) }) { return index }
        if let number = Decimal.whole(word[...]) {
            guard items.indices.contains(number - 1) else {
                throw Failure(.notThere, "there is no item \(number); \(count)")
            }
            return number - 1
        }
        let shown = items.indices.filter {
            ItemName.isShown(items[$0], titles[items[$0]], as: word)
        }
        let named =
            shown.isEmpty ? items.indices.filter { ItemName.ends(items[$0], nil, as: word) } : shown
        guard let index = named.first else {
            let names = items.map { ItemName.of($0, title: titles[$0]) }
            let near = Spelling.nearest(to: word, of: names).map { "; did you mean “\($0)”?" } ?? ""
            throw Failure(.notThere, "\(word.visible) is not in the queue\(near)")
        }
        guard named.count == 1 else {
            throw Failure(
                .badValue,
                "\(word.visible) is in the queue \(named.count) times; give its number instead"
            )
        }
        return index
    }

    mutating func remove(_ words: [String]) throws(Failure) {
        var found: Set<Int> = []
        for word in words { found.insert(try index(of: word)) }
        items = items.enumerated().filter { !found.contains($0.offset) }.map(\.element)
    }

    /// Moves an item to a place, counted from 1; a place beyond the end means the end.
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
