// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The items for a queue, from the command line or from standard input.
enum QueueItems {
    /// The help text of the argument.
    static let help: ArgumentHelp =
        "The items, in order; - alone reads them from standard input, one a line."

    /// The maximum size of all items: the protocol's limit of a message, less some space for its
    /// other content.
    static let mostBytes = 1_000_000

    /// Returns the items that `arguments` stand for; those of standard input are taken as they are.
    static func read(_ arguments: [String]) throws(Failure) -> [String] {
        guard arguments == ["-"] else {
            guard arguments.reduce(0, { $0 + $1.utf8.count }) <= mostBytes else {
                throw tooMany("items")
            }
            return arguments.map { WrittenItem.own($0) }
        }
        var reader = try LineReader(path: "-")
        var items: [String] = []
        var bytes = 0
        while let line = try reader.next() {
            bytes += line.count
            guard bytes <= mostBytes else { throw tooMany(reader.name) }
            guard let item = String(validating: line, as: UTF8.self) else {
                throw Failure(.badValue, "\(reader.name): an item is not UTF-8")
            }
            if !item.isEmpty { items.append(item) }
        }
        return items
    }

    /// Returns the failure for items that exceed the limit, from a place such as a file.
    static func tooMany(_ place: String) -> Failure {
        Failure(.badValue, "\(place): more than a queue can hold; queue fewer items")
    }
}
