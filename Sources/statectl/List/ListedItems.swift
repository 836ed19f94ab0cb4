// SPDX-License-Identifier: Apache-2.0
import StateClient

/// The recent items, among which a name from the command line is looked up.
///
/// A name matches the displayed name of an item or the end of its path.
struct ListedItems {
    /// The maximum number of items that are searched for a similar name.
    private static let maximumSimilar = 1_000
    private static let maximumNamed = 4

    var live: [ResumePoint] = []
    /// The last resume points of removed items, the most recently removed first.
    var removed: [ResumePoint] = []

    /// Returns the item with a name; `nil` if there is none.
    ///
    /// Throws a failure with the matches if there are several. Without `unique`, removed items are
    /// searched only if no other item matches.
    func item(named word: String, acrossRemoved unique: Bool = false) throws(Failure) -> String? {
        for points in unique ? [live + removed] : [live, removed] {
            for isMeant in [ItemName.isShown, ItemName.ends] {
                let found = points.filter { isMeant($0.item, $0.title, word) }.map(\.item)
                guard found.count < 2 else { throw Self.ambiguous(word, found) }
                if let item = found.first { return item }
            }
        }
        return nil
    }

    /// Returns the question “did you mean …? ” with the most similar name; empty if none is
    /// similar.
    func offer(for word: String) -> String {
        guard word.count > 2 else { return "" }
        let points = (live + removed).prefix(Self.maximumSimilar)
        let parts = word.split(separator: "/").count
        let names =
            points.map { ItemName.of($0.item, title: $0.title) }
            + points.map { ItemName.tail(of: $0.item, parts: parts) }
        let small = word.lowercased()
        let near =
            Spelling.nearest(to: small, of: names) { $0.lowercased() }
            ?? names.first { $0.lowercased().contains(small) }
        return near.map { "did you mean “\($0)”? " } ?? ""
    }

    private static func ambiguous(_ word: String, _ items: [String]) -> Failure {
        let named = items.prefix(maximumNamed).map(\.visible).joined(separator: ", ")
        let rest = items.count > maximumNamed ? " and \(items.count - maximumNamed) more" : ""
        return Failure(
            .badValue,
            "“\(word.visible)” matches \(items.count) items: \(named)\(rest); give one name in full"
        )
    }
}

extension ListedItems {
    /// Requests the items that may be displayed as `word`, or else the newest ones.
    init(from client: StateClient, for word: String) async throws {
        // The daemon searches names and titles, which do not contain the escapes of displayed
        // names.
        let part = word.split(separator: "/").last?.prefix { $0 != "\\" }
        let search = part.map { String($0.replacing(": ", with: " ")) }
        live = try await client.points(.init(search: search)).filter { point in
            [ItemName.isShown, ItemName.ends].contains { $0(point.item, point.title, word) }
        }
        if live.isEmpty {
            live = try await client.call(Playback.List.self, .init(limit: Self.maximumSimilar))
                .points
        }
        removed = try await client.removedPoints(limit: StateClient.maximumRemoved).map(\.point)
    }
}
