// SPDX-License-Identifier: Apache-2.0
/// A queue as a file: one item a line, as in an M3U playlist.
enum PlaylistText {
    /// Returns the lines of the items.
    ///
    /// - Throws: a failure if an item does not fit on a line, or would be read as a comment.
    static func text(of items: [String]) throws(Failure) -> String {
        for item in items where item.hasPrefix("#") || item.contains(where: \.isNewline) {
            throw Failure(
                .badValue,
                "\(item.visible) cannot be a line of a playlist; take it out first"
            )
        }
        return items.map { $0 + "\n" }.joined()
    }

    /// Returns the items in a file; comments and empty lines are none.
    static func items(from reader: inout LineReader) throws(Failure) -> [String] {
        var items: [String] = []
        var bytes = 0
        while let line = try reader.next() {
            bytes += line.count
            guard bytes <= QueueItems.mostBytes else { throw QueueItems.tooMany(reader.name) }
            guard var item = String(validating: line, as: UTF8.self) else {
                throw Failure(.badValue, "\(reader.name.visible): an item is not UTF-8")
            }
            if item.last == "\r" { item.removeLast() }
            if !item.isEmpty, !item.hasPrefix("#") { items.append(item) }
        }
        return items
    }
}
