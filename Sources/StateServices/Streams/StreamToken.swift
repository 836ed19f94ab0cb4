// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore

/// A position in a stream, as an opaque text that clients send back to continue there.
///
/// The text contains the store, its epoch, the last delivered row, and the time of that row. The
/// time reveals a store with a different history, and is 0 if it is unknown. A token from within
/// the initial state also contains how much of that state was delivered, and that of a stream with
/// events the last delivered event.
struct StreamToken: Equatable {
    var identity: StoreIdentity
    var place: LogPlace
    /// The last delivered item of the initial state; `nil` once all items are delivered.
    var item: ItemID?
    /// The place of the last delivered event; `nil` for a stream without events.
    var events: LogPlace?
    /// The newest event when the stream began; it is not an error if events up to it are missing.
    var newestAtStart = SequenceNumber.start

    var text: String {
        // The text is built by appending, not by joining an array, because each commit sends a
        // token.
        var text = identity.store
        for number in [identity.epoch, place.sequence.rawValue, place.time.rawValue] {
            text += "." + Self.text(number)
        }
        if let item { text += "." + Self.text(item.rawValue) }
        if let events {
            text += "~" + Self.text(events.sequence.rawValue)
            text += "." + Self.text(events.time.rawValue)
            if newestAtStart > events.sequence { text += "." + Self.text(newestAtStart.rawValue) }
        }
        return text
    }
}

extension StreamToken {
    init?(_ text: String) {
        let halves = text.split(separator: "~", omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: ".", omittingEmptySubsequences: false)
        guard let numbers = Self.numbers(parts.dropFirst()), (3...4).contains(numbers.count),
            halves.count <= 2
        else { return nil }
        self.init(
            identity: StoreIdentity(store: String(parts[0]), epoch: numbers[0]),
            place: LogPlace(sequence: SequenceNumber(numbers[1]), time: Timestamp(numbers[2])),
            item: numbers.count == 4 ? ItemID(numbers[3]) : nil
        )
        guard halves.count == 2 else { return }
        let event = halves[1].split(separator: ".", omittingEmptySubsequences: false)
        guard let numbers = Self.numbers(event[...]), (2...3).contains(numbers.count) else {
            return nil
        }
        events = LogPlace(sequence: SequenceNumber(numbers[0]), time: Timestamp(numbers[1]))
        guard numbers.count == 3 else { return }
        newestAtStart = SequenceNumber(numbers[2])
        if numbers[2] <= numbers[0] { return nil }
    }

    private static func numbers(_ parts: ArraySlice<Substring>) -> [Int]? {
        let numbers = parts.compactMap { Int($0, radix: 36) }
        return numbers.count == parts.count && numbers.allSatisfy { $0 >= 0 } ? numbers : nil
    }

    /// Returns the reason why a stream cannot continue after the token; `nil` if it can.
    ///
    /// `newest` and `items` are the numbers of the store's newest row and item. `compacted` is the
    /// newest row that was removed although tokens may need it, and `gone` is the reason to return
    /// for such a token. `writtenAt` returns the time at which a row was written; `nil` if it was
    /// removed.
    func fault(
        in identity: StoreIdentity,
        newest: SequenceNumber,
        items: ItemID = ItemID(0),
        compacted: SequenceNumber,
        gone: String,
        writtenAt: (SequenceNumber) throws(StateError) -> Timestamp?
    ) throws(StateError) -> String? {
        guard self.identity.store == identity.store else {
            return "the token is from another store"
        }
        guard self.identity.epoch == identity.epoch else {
            return "the store was restored or copied after the token was issued"
        }
        guard place.sequence <= newest, item ?? items <= items else {
            return "the token is ahead of the store"
        }
        guard place.sequence >= compacted else { return gone }
        if place.time > .epoch, let written = try writtenAt(place.sequence), written != place.time {
            return "the store does not have the token's change"
        }
        return nil
    }

    private static func text(_ number: Int) -> String {
        String(number, radix: 36)
    }
}

// The token of an event stream is a mark, followed by a stream token. Its number is that of an
// event, so the two kinds of tokens must not be confused.
extension StreamToken {
    private static let eventMark = "e."

    var eventText: String { Self.eventMark + text }

    init?(eventText text: String) {
        guard text.hasPrefix(Self.eventMark),
            let token = StreamToken(String(text.dropFirst(Self.eventMark.count))),
            token.item == nil, token.events == nil
        else { return nil }
        self = token
    }
}
