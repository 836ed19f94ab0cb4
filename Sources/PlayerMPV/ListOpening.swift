// SPDX-License-Identifier: Apache-2.0
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
    }

    private static let timeoutMilliseconds = 1_000

    private var state = State.closed
    private var numbers = 0..<0
    /// The number of the entry that has to be opened first; `nil` for any.
    private var first: Int?
    /// True once mpv has sent its playlist.
    private var isGiven = false
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
        case .opening(let since), .asked(let since):
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

    /// Returns the index of the entry to play first; `nil` to keep the current entry.
    ///
    /// `items` are sorted from the newest to the oldest.
    mutating func choice(
        _ items: [ObservedItem],
        in playlist: MPVPlaylist,
        _ list: JSONValue
    ) -> Int? {
        guard case .asked = state, case .array(let entries) = list else { return nil }
        state = .closed
        // Entries that are not part of the expanded list keep their place, which the user chose.
        let indices = entries.indices.filter { index in
            if case .int(let number)? = entries[index]["id"] {
                numbers.contains(number)
            } else {
                false
            }
        }
        for item in items {
            guard let index = playlist.index(of: item.item, among: indices) else { continue }
            // After an episode that was played to its end, a series continues with the next
            // episode.
            let next = item.isSeen ? indices.first { $0 > index } : index
            return next == playlist.current ? nil : next
        }
        return nil
    }
}
