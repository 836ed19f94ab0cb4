// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The displayed names in a list; items with the same name are shown with more of their paths.
struct ListedNames {
    /// The hashes of earlier names; for a long list, the names themselves would need more memory.
    private var seen: Set<Int> = []

    mutating func names(of points: [ResumePoint]) -> [String] {
        names(of: points.map { ($0.item, $0.title) })
    }

    mutating func names(of items: [(item: String, title: String?)]) -> [String] {
        var names = items.map { ItemName.of($0.item, title: $0.title) }
        let plain = names
        let groups = Dictionary(grouping: items.indices) { plain[$0] }
        for (name, group) in groups {
            let isNew = seen.insert(name.hashValue).inserted
            guard !isNew || group.contains(where: { items[$0].item != items[group[0]].item })
            else { continue }
            for (index, longer) in zip(group, Self.distinct(group.map { items[$0] })) {
                names[index] = longer
            }
        }
        return names
    }

    private static func distinct(_ items: [(item: String, title: String?)]) -> [String] {
        let count = Set(items.map(\.item)).count
        for parts in 1...64 {
            let tails = items.map { ItemName.tail(of: $0.item, parts: parts) }
            // A name without a title already is the last part of the path.
            if parts == 1, items.contains(where: { ($0.title ?? "").isEmpty }) { continue }
            let found = zip(items, tails).map { item, tail in
                guard let title = item.title, !title.isEmpty else { return tail }
                return "\(tail): \(title.visible)"
            }
            if Set(found).count == count { return found }
        }
        return items.map { $0.item.visible }
    }
}
