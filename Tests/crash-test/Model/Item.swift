/// What kind of life an item leads; its name says so.
package enum ItemKind: String, Sendable, CaseIterable {
    /// Saved, sought in, cleared, undone: where it stands is known to the last write.
    case plain
    /// Observed by ticks, which nobody acknowledges.
    case ticked
    /// Saved with a time to live of a second or two.
    case brief
}

/// The names of the items that one writer alone writes.
package enum ItemName {
    /// The name of an item: `writer-3/plain/12/40` is number 40 of the writer's 12th set.
    package static func of(_ writer: String, _ kind: ItemKind, set: Int, number: Int) -> String {
        "\(writer)/\(kind.rawValue)/\(set)/\(number)"
    }

    /// The writer and the kind that a name tells; nil: no writer of ours has such an item.
    package static func parse(_ name: String) -> (writer: String, kind: ItemKind)? {
        let parts = name.split(separator: "/")
        guard parts.count == 4, let kind = ItemKind(rawValue: String(parts[1])) else { return nil }
        return (String(parts[0]), kind)
    }
}
