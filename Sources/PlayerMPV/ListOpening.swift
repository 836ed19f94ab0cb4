// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink

/// The choice of the first entry of a folder or another expanded list.
struct ListOpening: Equatable, Sendable {
    private enum State: Equatable {
        /// No list is being opened.
        case closed
        /// An entry has been replaced by its list.
        case expanded
        /// The first entry of the list is being opened, since the given time in milliseconds.
        case opening(since: Int)
        /// The daemon was asked for the newest items, at the given time in milliseconds.
        case asked(since: Int)
    }

    /// The timeout for the choice, in milliseconds.
    private static let timeoutMilliseconds = 1_000

    private var state = State.closed
    /// The numbers of the entries that replaced another entry.
    private var numbers = 0..<0
    /// True if mpv shuffles its lists, so that no entry is chosen.
    var isShuffled = false
    /// False if the user chose the entry that plays first.
    var startsAnywhere = true

    /// True until the entry is chosen; before that, the first entry is neither moved nor reported.
    var isOpen: Bool { state != .closed && state != .expanded }

    /// Handles the replacement of an entry by its list.
    mutating func expanded(into numbers: Range<Int>?) {
        self.numbers = numbers ?? 0..<0
        state = isShuffled || !startsAnywhere || self.numbers.count < 2 ? .closed : .expanded
    }

    /// Handles the opening of an entry.
    mutating func opened(now: Int) {
        state = state == .expanded ? .opening(since: now) : .closed
    }

    /// Decides if the daemon is to be asked for the newest items.
    ///
    /// - Parameters:
    ///   - list: The playlist as mpv sends it, which may be outdated.
    ///   - entry: The number of the entry that is being opened.
    ///   - canAsk: True if the daemon is connected.
    ///   - now: The time, in milliseconds.
    /// - Returns: True if the daemon is asked.
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

    /// Returns the index of the entry to begin with.
    ///
    /// - Parameters:
    ///   - items: The newest items, the newest first.
    ///   - playlist: The playlist with the names of its entries.
    ///   - list: The playlist as mpv sends it.
    /// - Returns: The index; `nil` to start with the present entry.
    mutating func choice(
        _ items: [ObservedItem],
        in playlist: MPVPlaylist,
        _ list: JSONValue
    ) -> Int? {
        guard case .asked = state, case .array(let entries) = list else { return nil }
        state = .closed
        // The user put the other entries into the playlist, in that order.
        let indices = entries.indices.filter { index in
            if case .int(let number)? = entries[index]["id"] {
                numbers.contains(number)
            } else {
                false
            }
        }
        for item in items {
            guard let index = playlist.index(of: item.item, among: indices) else { continue }
            // A series continues after the episode that was seen last.
            let next = item.isSeen ? indices.first { $0 > index } : index
            return next == playlist.current ? nil : next
        }
        return nil
    }
}
