// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The names of the items in a list, with more of the path where names are equal.
struct ListedNames {
    /// The hash values of the names so far; a list may be too long to keep the names themselves.
    private var seen: Set<Int> = []

    /// Returns the names of the next items of the list.
    mutating func names(of points: [ResumePoint]) -> [String] {
        var names = points.map { ItemName.of($0.item, title: $0.title) }
        let plain = names
        let groups = Dictionary(grouping: points.indices) { plain[$0] }
        for (name, group) in groups {
            let isNew = seen.insert(name.hashValue).inserted
            guard group.count > 1 || !isNew else { continue }
            for (index, longer) in zip(group, Self.distinct(group.map { points[$0] })) {
                names[index] = longer
            }
        }
        return names
    }

    /// Returns names that differ, for items that share one.
    private static func distinct(_ points: [ResumePoint]) -> [String] {
        var found = points.map { $0.item.visible }
        for parts in 1...64 {
            let tails = points.map { ItemName.tail(of: $0.item, parts: parts) }
            // A file name that is all of the name already tells nothing new.
            if parts == 1, points.contains(where: { ($0.title ?? "").isEmpty }) { continue }
            found = zip(points, tails).map { point, tail in
                guard let title = point.title, !title.isEmpty else { return tail }
                return "\(tail): \(title.visible)"
            }
            if Set(found).count == points.count { return found }
        }
        return points.map { $0.item.visible }
    }
}
