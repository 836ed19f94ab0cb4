// SPDX-License-Identifier: Apache-2.0

/// The kind of an item, which its name contains; it determines how the item is written.
package enum ItemKind: String, Sendable, CaseIterable {
    /// An item that is saved, sought, cleared and undone: its state is known exactly after each
    /// write.
    case plain
    /// An item that is observed by ticks, which are not acknowledged.
    case ticked
    /// An item that is saved with a time to live of a second or two.
    case brief
}

/// The names of items, each of which is written by a single writer.
package enum ItemName {
    /// Returns the name of an item: `writer-3/plain/12/40` is number 40 of the writer's 12th set.
    package static func of(_ writer: String, _ kind: ItemKind, set: Int, number: Int) -> String {
        "\(writer)/\(kind.rawValue)/\(set)/\(number)"
    }

    /// Returns the writer and the kind in a name, or `nil` if it is not one of ours.
    package static func parse(_ name: String) -> (writer: String, kind: ItemKind)? {
        let parts = name.split(separator: "/")
        guard parts.count == 4, let kind = ItemKind(rawValue: String(parts[1])) else { return nil }
        return (String(parts[0]), kind)
    }
}
