internal import StateModel
internal import Varlink

/// mpv's playlist, by the names that the daemon knows.
struct MPVPlaylist: Equatable, Sendable {
    /// The entries' names; nil: one that has none.
    var names: [String?] = []
    /// Which entry is played; nil: none.
    var current: Int?

    /// How many items and bytes of names the daemon takes for a queue.
    private static let mostItems = 10_000
    private static let mostBytes = 128 << 10

    /// An empty list.
    init() {}

    /// The list as mpv tells it.
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

    /// What comes after the current entry, as much as the daemon takes; nil: nothing is current.
    var queue: [String]? {
        guard let current else { return nil }
        var left = Self.mostBytes
        let rest = names[(current + 1)...].lazy.compactMap(\.self).prefix(Self.mostItems)
        return Array(
            rest.prefix { name in
                left -= name.utf8.count
                return left >= 0
            }
        )
    }

    /// Has another entry played right after the current one, and in its place.
    ///
    /// An entry of that name is used where there is one, at best one still to come.
    mutating func play(_ item: String) -> [MPVCommand] {
        var commands: [MPVCommand] = []
        let after = current.map { $0 + 1 } ?? 0
        var index =
            names[after...].firstIndex { same($0, item) } ?? names.firstIndex { same($0, item) }
        if index == nil {
            commands.append(.append(item))
            names.append(item)
            index = names.count - 1
        }
        guard var index else { return [] }
        if let current, index != current, index != after {
            commands.append(.move(index, before: after))
            names.remove(at: index)
            // Taking an earlier entry away moves the current one and all after it.
            index = index < current ? current : after
            names.insert(item, at: index)
        }
        current = index
        return commands + [.play(index), .unpause]
    }

    /// Puts that after the current entry, and keeps what agrees already.
    mutating func arrange(_ queue: [String]) -> [MPVCommand] {
        guard let current, isTold else { return [] }
        let first = current + 1
        let agreed = zip(names[first...], queue).prefix { same($0, $1) }.count
        let obsolete = (first + agreed..<names.count).reversed()
        let missing = queue.dropFirst(agreed)
        names.removeSubrange((first + agreed)...)
        names += missing.map(\.self)
        return obsolete.map { .remove($0) } + missing.map { .append($0) }
    }

    /// Whether the daemon's queue holds all that comes, so that it can be taken at its word.
    private var isTold: Bool {
        guard let current else { return false }
        return queue?.count == names[(current + 1)...].count { $0 != nil }
    }

    private func same(_ one: String?, _ other: String) -> Bool {
        one.map { Verbatim($0) == Verbatim(other) } ?? false
    }
}
