// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink

/// The choice of the entry that plays first when mpv opens a folder or another list of files.
struct ListOpening: Equatable, Sendable {
    private enum State: Equatable {
        case closed
        /// An entry was replaced by the list of its contents.
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
    /// True if mpv shuffles its playlist; mpv's own choice is then kept.
    var isShuffled = false
    /// False if the user has set the first entry to play.
    var startsAnywhere = true

    /// True from the opening of the list's first entry until the choice is made; in the meantime,
    /// the entry is neither resumed nor reported.
    var isOpen: Bool { state != .closed && state != .expanded }

    mutating func expanded(into numbers: Range<Int>?) {
        self.numbers = numbers ?? 0..<0
        state = isShuffled || !startsAnywhere || self.numbers.count < 2 ? .closed : .expanded
    }

    mutating func opened(now: Int) {
        state = state == .expanded ? .opening(since: now) : .closed
    }

    /// Returns true if the daemon must be asked for the most recent items.
    ///
    /// `list` is the playlist as sent by mpv, which may be outdated; `entry` is being opened.
    mutating func asks(about list: JSONValue, entry: Int?, canAsk: Bool, now: Int) -> Bool {
        switch state {
        case .closed, .expanded: return false
        case .opening(let since), .asked(let since):
            if !(0...Self.timeoutMilliseconds).contains(now - since) || !canAsk { state = .closed }
        }
        guard case .opening = state, let entry, case .array(let entries) = list,
            entries.contains(where: { $0["id"] == .int(entry) })
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
