// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import PlayerKit
import StateClient

enum QueueItems {
    static let help: ArgumentHelp =
        "The items, in order; - alone reads them from standard input, one per line."

    /// The maximum total size of the items, in bytes; a larger queue would exceed the limit on
    /// messages.
    static let maximumBytes = 1_000_000

    /// Returns the items that the arguments name.
    ///
    /// For `-` alone, the items are read from standard input, and are not looked up.
    static func read(_ arguments: [String], from client: StateClient) async throws -> [String] {
        guard arguments == ["-"] else {
            guard arguments.reduce(0, { $0 + $1.utf8.count }) <= maximumBytes else {
                throw tooMany("items")
            }
            var items: [String] = []
            for name in arguments { items.append(try await item(named: name, from: client)) }
            return items
        }
        var reader = try LineReader(path: "-")
        let items = try lines(of: &reader)
        for item in items { try checkLogin(item) }
        return items
    }

    static func lines(of reader: inout LineReader) throws(Failure) -> [String] {
        var items: [String] = []
        var bytes = 0
        while let line = try reader.next() {
            bytes += line.count
            guard bytes <= maximumBytes else { throw tooMany(reader.name) }
            guard let item = String(validating: line, as: UTF8.self) else {
                throw Failure(.badValue, "\(reader.name.visible): an item is not UTF-8")
            }
            if !item.isEmpty { items.append(item) }
        }
        return items
    }

    /// Returns the full name of a known item, or else the name of a new one.
    static func item(named name: String, from client: StateClient) async throws -> String {
        try checkLogin(name)
        let item = WrittenItem(name, client: client)
        return item.isListed ? try await item.followed() : item.own
    }

    private static func checkLogin(_ name: String) throws(Failure) {
        guard CanonicalName.hasLogin(name),
            let item = CanonicalName.of(name, in: nil, resolve: { $0 })
        else { return }
        throw Failure(
            .badValue,
            "\(item.visible): a queue keeps no user and no password of a URL; "
                + "“statectl play” plays the URL"
        )
    }

    private static func tooMany(_ place: String) -> Failure {
        Failure(.badValue, "\(place): a queue has at most 10,000 items, and 131,072 bytes of names")
    }
}
