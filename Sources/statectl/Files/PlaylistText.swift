// SPDX-License-Identifier: Apache-2.0
/// The file format of a queue: one item per line, as in an M3U playlist.
enum PlaylistText {
    /// Returns the text of a file with the items.
    ///
    /// - Throws: A failure if an item contains a line break, or would be read as a comment.
    static func text(of items: [String]) throws(Failure) -> String {
        for item in items where item.hasPrefix("#") || item.contains(where: \.isNewline) {
            throw Failure(
                .badValue,
                "\(item.visible) cannot be a line of a playlist; remove it from the queue first"
            )
        }
        return items.map { $0 + "\n" }.joined()
    }

    /// Returns the items in a file, without comments and empty lines.
    static func items(from reader: inout LineReader) throws(Failure) -> [String] {
        try QueueItems.lines(of: &reader).map { $0.last == "\r" ? String($0.dropLast()) : $0 }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
}
