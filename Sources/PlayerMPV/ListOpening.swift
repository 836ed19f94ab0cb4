// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink

/// The choice of the entry with which a folder, or another list that has expanded, begins.
struct ListOpening: Equatable, Sendable {
    private enum State: Equatable {
        /// No list is being opened.
        case closed
        /// An entry has been replaced by the list that it stands for.
        case expanded
        /// The first entry of the list is being opened, since that time in milliseconds.
        case opening(since: Int)
        /// The daemon was asked for the newest items, at that time in milliseconds.
        case asked(since: Int)
    }

    /// The timeout for the choice, in milliseconds.
    private static let timeoutMilliseconds = 1_000

    private var state = State.closed
    /// The numbers of the entries that have taken the place of another.
    private var numbers = 0..<0
    /// True if mpv shuffles its lists, so that the first entry is as good as any.
    var isShuffled = false
    /// False if the person has named the entry that is played first.
    var startsAnywhere = true

    /// True until the entry is chosen; the first one is not moved and not reported before.
    var isOpen: Bool { state != .closed && state != .expanded }

    /// Handles the replacement of an entry by the list that it stands for.
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
    ///   - list: The playlist as mpv sends it, which may still be the one before.
    ///   - entry: The number of the entry that is being opened.
    ///   - canAsk: True if the daemon is connected.
    ///   - now: The time, in milliseconds.
    /// - Returns: True if it is.
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
    /// - Returns: The index; `nil` if the list begins where it is.
    mutating func choice(
        _ items: [ObservedItem],
        in playlist: MPVPlaylist,
        _ list: JSONValue
    ) -> Int? {
        guard case .asked = state, case .array(let entries) = list else { return nil }
        state = .closed
        // A person put the other entries into the playlist, in that order.
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
