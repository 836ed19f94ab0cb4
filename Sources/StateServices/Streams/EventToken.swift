internal import StateStore

/// The position of a stream of events, as an opaque text that clients give back.
///
/// It is a ``StreamToken`` with a mark. Event numbers are unrelated to revisions, so neither kind
/// of token may pass for the other.
struct EventToken: Equatable {
    private static let mark = "e."

    /// The identity of the store.
    var identity: StoreIdentity
    /// The sequence number up to which every event was delivered or excluded by the filter.
    var sequence: Int
    /// The time when that event was appended, in milliseconds since 1970; 0 if it is gone.
    var time: Int

    /// The token as clients receive it.
    var text: String {
        Self.mark + StreamToken(identity: identity, sequence: sequence, time: time).text
    }

    /// Creates a token.
    init(identity: StoreIdentity, sequence: Int, time: Int) {
        self.identity = identity
        self.sequence = sequence
        self.time = time
    }

    /// Creates a token from its text; `nil` if the text is not an event token.
    init?(_ text: String) {
        guard text.hasPrefix(Self.mark),
            let token = StreamToken(String(text.dropFirst(Self.mark.count))), token.item == nil
        else { return nil }
        self.init(identity: token.identity, sequence: token.sequence, time: token.time)
    }
}
