// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink

/// The choice of the first entry to play in a folder, or in another entry that expands into a list.
struct ListOpening: Equatable, Sendable {
    private enum State: Equatable {
        /// No list is being opened.
        case closed
        /// An entry has been replaced by the list of its contents.
        case expanded
        /// The first entry of the list is being opened, since the given time in milliseconds.
        case opening(since: Int)
        /// The daemon was asked for the most recent items, at the given time in milliseconds.
        case asked(since: Int)
    }

    /// The time to wait for the choice, in milliseconds.
    private static let timeoutMilliseconds = 1_000

    private var state = State.closed
    /// The numbers of the entries that came from the expanded entry.
    private var numbers = 0..<0
    /// True if mpv shuffles its playlist, so that no entry is chosen.
    var isShuffled = false
    /// False if the user has chosen the first entry to play.
    var startsAnywhere = true

    /// True until the entry is chosen.
    ///
    /// Before that, the first entry is neither resumed nor reported.
    var isOpen: Bool { state != .closed && state != .expanded }

    /// Handles the replacement of an entry by the list of its contents.
    mutating func expanded(into numbers: Range<Int>?) {
        self.numbers = numbers ?? 0..<0
        state = isShuffled || !startsAnywhere || self.numbers.count < 2 ? .closed : .expanded
    }

    /// Handles the opening of an entry.
    mutating func opened(now: Int) {
        state = state == .expanded ? .opening(since: now) : .closed
    }

    /// Returns true if the daemon must be asked for the most recent items.
    ///
    /// - Parameters:
    ///   - list: The playlist as mpv sends it, which may be outdated.
    ///   - entry: The number of the entry that is being opened.
    ///   - canAsk: True if the daemon is connected.
    ///   - now: The time, in milliseconds.
    /// - Returns: True if a request must be sent.
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

    /// Returns the index of the entry that plays first.
    ///
    /// - Parameters:
    ///   - items: The most recent items, newest first.
    ///   - playlist: The playlist with the names of its entries.
    ///   - list: The playlist as mpv sends it.
    /// - Returns: The index; `nil` to keep the present entry.
    mutating func choice(
        _ items: [ObservedItem],
        in playlist: MPVPlaylist,
        _ list: JSONValue
    ) -> Int? {
        guard case .asked = state, case .array(let entries) = list else { return nil }
        state = .closed
        // The order of the entries that are not from the expanded list is the user's choice.
        let indices = entries.indices.filter { index in
            if case .int(let number)? = entries[index]["id"] {
                numbers.contains(number)
            } else {
                false
            }
        }
        for item in items {
            guard let index = playlist.index(of: item.item, among: indices) else { continue }
            // After an episode that was seen to its end, a series continues with the next one.
            let next = item.isSeen ? indices.first { $0 > index } : index
            return next == playlist.current ? nil : next
        }
        return nil
    }
}
