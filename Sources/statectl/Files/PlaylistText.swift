// SPDX-License-Identifier: Apache-2.0
/// The text of a queue as an M3U playlist, with one item per line.
enum PlaylistText {
    static func text(of items: [String]) throws(Failure) -> String {
        for item in items where item.hasPrefix("#") || item.contains(where: \.isNewline) {
            throw Failure(
                .badValue,
                "\(item.visible) cannot be a line of a playlist; remove it from the queue first"
            )
        }
        return items.map { $0 + "\n" }.joined()
    }

    static func items(from reader: inout LineReader) throws(Failure) -> [String] {
        try QueueItems.lines(of: &reader).map { $0.last == "\r" ? String($0.dropLast()) : $0 }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
}
