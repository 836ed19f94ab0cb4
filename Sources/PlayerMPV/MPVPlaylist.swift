// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink

struct MPVPlaylist: Equatable, Sendable {
    /// The item names of the entries; `nil` for an entry without a name.
    var names: [String?] = []
    var current: Int?

    /// The maximum number of items in a queue, and the maximum length of all their names, in bytes.
    private static let maximumItems = 10_000
    private static let maximumBytes = 128 << 10

    init() {}

    init(_ value: JSONValue, name: (String) -> String?) {
        guard case .array(let entries) = value else { return }
        for (index, entry) in entries.enumerated() {
            guard case .string(let file)? = entry["filename"] else {
                names.append(nil)
                continue
            }
            names.append(name(file))
            if entry["current"] == .bool(true) { current = index }
        }
    }

    /// The items after the current entry, up to the limits; `nil` if no entry is current.
    var queue: [String]? {
        guard let current else { return nil }
        var left = Self.maximumBytes
        let rest = names[(current + 1)...].lazy.compactMap(\.self).prefix(Self.maximumItems)
        return Array(
            rest.prefix { name in
                left -= name.utf8.count
                return left >= 0
            }
        )
    }

    /// Makes an item current, in an entry directly after the current entry.
    ///
    /// If the playlist contains the item, its entry is moved there, unless it is the current one;
    /// an entry after the current one is preferred.
    mutating func play(_ item: String) -> [MPVCommand] {
        var commands: [MPVCommand] = []
        let after = current.map { $0 + 1 } ?? 0
        let isWanted = { (name: String?) in ExactString.same(name, item) }
        var index = names[after...].firstIndex(where: isWanted) ?? names.firstIndex(where: isWanted)
        if index == nil {
            commands.append(.append(item))
            names.append(item)
            index = names.count - 1
        }
        guard var index else { return [] }
        if let current, index != current, index != after {
            commands.append(.move(index, before: after))
            names.remove(at: index)
            // If an earlier entry is removed, the indices of the current and all later entries
            // decrease.
            index = index < current ? current : after
            names.insert(item, at: index)
        }
        current = index
        return commands + [.play(index), .pause(false)]
    }

    /// Makes the entries after the current one those of a queue.
    ///
    /// Entries that the playlist has are moved, because mpv knows more of them than their names:
    /// the access keys of their URLs, their titles and their options.
    ///
    /// Without a current entry, these are all entries. Entries beyond the limits of a queue stay.
    mutating func arrange(_ queue: [String]) -> [MPVCommand] {
        var commands: [MPVCommand] = []
        var wanted: [ExactString: Int] = [:]
        for name in queue { wanted[ExactString(name), default: 0] += 1 }
        let first = current.map { $0 + 1 } ?? 0
        let isWanted = names[first..<reportedEnd].map { name in
            guard let name, let count = wanted[ExactString(name)], count > 0 else { return false }
            wanted[ExactString(name)] = count - 1
            return true
        }
        for index in isWanted.indices.reversed() where !isWanted[index] {
            names.remove(at: first + index)
            commands.append(.remove(first + index))
        }
        for (index, item) in zip(first..., queue) {
            if let from = names[index...].firstIndex(where: { ExactString.same($0, item) }) {
                guard from != index else { continue }
                names.remove(at: from)
                commands.append(.move(from, before: index))
            } else {
                commands.append(.append(item))
                if index < names.count { commands.append(.move(names.count, before: index)) }
            }
            names.insert(item, at: index)
        }
        return commands
    }

    /// The index after the last entry that ``queue`` contains, or after all if it has all names.
    private var reportedEnd: Int {
        guard let current, var left = queue?.count else { return names.count }
        return names.indices.first { index in
            guard index > current, names[index] != nil else { return false }
            left -= 1
            return left < 0
        } ?? names.count
    }
}

extension JSONValue {
    /// Returns the path of an entry in mpv's playlist; `nil` if the list has no such entry.
    func path(ofEntry entry: Int) -> String? {
        guard case .array(let files) = self else { return nil }
        return files.first { $0["id"] == .int(entry) }?["filename"]?.string
    }

    /// Returns the number of the entry with an index in mpv's playlist; `nil` if there is none.
    func entry(at index: Int?) -> Int? {
        guard case .array(let files) = self, let index, files.indices.contains(index) else {
            return nil
        }
        return files[index]["id"]?.integer
    }
}
