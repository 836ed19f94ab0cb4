// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel
internal import Varlink

/// The choice of the entry that plays first when mpv opens a folder or another list of files, such as
/// those on its command line.
struct ListOpening: Equatable, Sendable {
    private enum State: Equatable {
        case closed
        /// The playlist has a new list, of which no entry was opened yet.
        case expanded
        /// The first entry of the list is being opened; `since` is the time, in milliseconds.
        case opening(since: Int)
        /// The daemon was asked for the most recent items; `since` is the time of the request, in
        /// milliseconds.
        case asked(since: Int)
        /// The contents of files in the list are being read; `since` is the time of the request.
        case reading(since: Int)
    }

    private static let timeoutMilliseconds = 1_000
    /// The maximum number of files whose sizes are compared with those of recent items.
    private static let maximumFiles = 200

    private var state = State.closed
    private var numbers = 0..<0
    /// The number of the entry that has to be opened first; `nil` for any.
    private var first: Int?
    /// True once mpv has sent its playlist.
    private var isGiven = false
    /// The daemon's most recent items, from the newest to the oldest.
    private var items: [ObservedItem] = []
    /// The files that are being read, and the content keys of those that were.
    private var unread: Set<String> = []
    private var keys: [String: String] = [:]
    /// The options of mpv that may decide the first entry.
    private var options: [MPVProperty: JSONValue] = [:]

    /// True from the arrival of the list until the choice is made; in the meantime, its first entry
    /// is neither resumed nor reported.
    var isOpen: Bool { state != .closed }

    /// True if mpv was started with one file or none; a script then added the other entries.
    private var isOneFile: Bool {
        ["0", "1"].contains(options[.scriptOptions]?["stated-entries"]?.string)
    }

    /// True if mpv shuffles its playlist, or if the user has chosen the first entry or where it
    /// starts.
    private var isChosen: Bool {
        options[.shuffle] == .bool(true) || options[.startIsGiven] == .bool(true)
            || options[.playlistStart] ?? .string("auto") != .string("auto")
            || options[.resumesIsGiven] == .bool(true) && options[.resumes] == .bool(false)
    }

    /// Handles the value of a property, which may be one of these options.
    mutating func set(_ option: MPVProperty, _ value: JSONValue?) { options[option] = value }

    /// Handles a playlist; the first one is that with which mpv was started.
    ///
    /// It is a list to choose from, unless mpv already plays it. That is certain if the opening of
    /// an entry was observed; otherwise, the position of the file will show it.
    mutating func given(_ list: JSONValue, _ track: Track?, now: Int) {
        defer { isGiven = true }
        guard !isGiven, !isOneFile, track?.evidence.loadedAt == nil,
            case .array(let entries) = list,
            let number = entries.first?["id"]?.integer, entries.count > 1,
            !entries.dropFirst().contains(where: { $0["current"] == .bool(true) })
        else { return }
        expanded(into: 0 ..< .max)
        first = number
        if let entry = track?.entry { opened(entry, now: now) }
    }

    /// Handles the replacement of an entry by the list of its contents.
    mutating func expanded(into numbers: Range<Int>?) {
        self.numbers = numbers ?? 0..<0
        first = nil
        state = isChosen || self.numbers.count < 2 ? .closed : .expanded
    }

    /// Handles the loading of a file, after which a list that arrives late is not chosen from.
    mutating func loaded() {
        if state == .expanded { state = .closed }
    }

    /// Handles the opening of an entry, whose number may be unknown.
    mutating func opened(_ entry: Int?, now: Int) {
        let isFirst = entry == nil || first == nil || entry == first
        state = state == .expanded && isFirst ? .opening(since: now) : .closed
    }

    /// Returns true if the daemon must be asked for the most recent items.
    ///
    /// `list` is the playlist as sent by mpv, which may be outdated; `entry` is being opened, or `nil`
    /// if that is the current one.
    mutating func asks(about list: JSONValue, entry: Int?, canAsk: Bool, now: Int) -> Bool {
        switch state {
        case .closed, .expanded: return false
        case .opening(let since), .asked(let since), .reading(let since):
            if now - since > Self.timeoutMilliseconds || !canAsk { state = .closed }
        }
        guard case .opening = state, case .array(let entries) = list,
            entries.contains(where: { other in
                entry.map { other["id"] == .int($0) } ?? (other["current"] == .bool(true))
            })
        else { return false }
        state = .asked(since: now)
        return true
    }

    /// Handles the daemon's most recent items, from the newest to the oldest; returns the paths of
    /// the files to read.
    ///
    /// These are files with the size of an item that has no name in the list: the folder may have
    /// been moved, or be at another path than on another device. `size` returns the size of a file.
    mutating func noteRecent(
        _ items: [ObservedItem],
        in playlist: MPVPlaylist,
        _ list: JSONValue,
        size: (String) -> Int?
    ) -> [String] {
        guard case .asked(let since) = state else { return [] }
        state = .reading(since: since)
        self.items = items
        let places = playlist.places(among: indices(in: list))
        let newer = items.prefix { places.index(of: $0) == nil }
        let sizes = Set(
            newer.flatMap { [$0.item] + $0.names }.compactMap { ContentKey.size(in: $0) }
        )
        guard !sizes.isEmpty else { return [] }
        let paths = places.sorted { $0.value < $1.value }.prefix(Self.maximumFiles).map(\.key.text)
        unread = Set(paths.filter { $0.hasPrefix("/") && size($0).map(sizes.contains) ?? false })
        return unread.sorted()
    }

    /// Handles the content key of a file; `nil` if it has none.
    mutating func read(_ path: String, _ key: ContentKey?) {
        if unread.remove(path) != nil { keys[path] = key?.name }
    }

    /// Returns the index of the entry to play first; `nil` to keep the current entry, or to wait.
    mutating func choice(in playlist: MPVPlaylist, _ list: JSONValue) -> Int? {
        guard case .reading = state, unread.isEmpty else { return nil }
        state = .closed
        let indices = indices(in: list)
        let places = playlist.places(among: indices, keys: keys)
        for item in items {
            guard let index = places.index(of: item) else { continue }
            // After an episode that was played to its end, a series continues with the next
            // episode.
            let next = item.isSeen ? indices.first { $0 > index } : index
            return next == playlist.current ? nil : next
        }
        return nil
    }

    /// Returns the indices of the list's entries.
    ///
    /// Entries that are not part of the expanded list keep their place, which the user chose.
    private func indices(in list: JSONValue) -> [Int] {
        guard case .array(let entries) = list else { return [] }
        return entries.indices.filter { entries[$0]["id"]?.integer.map(numbers.contains) ?? false }
    }
}

extension MPVPlaylist {
    /// Returns the indices of entries by their names, and by the content keys of files that were
    /// read; `keys` are those keys, by path.
    fileprivate func places(
        among indices: [Int],
        keys: [String: String] = [:]
    ) -> [ExactString: Int] {
        var places: [ExactString: Int] = [:]
        for index in indices where names.indices.contains(index) {
            guard let name = names[index] else { continue }
            for name in [name, keys[name]].compactMap(\.self) {
                places[ExactString(name)] = places[ExactString(name)] ?? index
            }
        }
        return places
    }
}

extension [ExactString: Int] {
    /// Returns the index of the first entry that is an item; `nil` if there is none.
    fileprivate func index(of item: ObservedItem) -> Int? {
        ([item.item] + item.names).compactMap { self[ExactString($0)] }.min()
    }
}
