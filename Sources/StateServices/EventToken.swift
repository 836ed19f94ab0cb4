internal import StateStore

/// Where a stream of events stands, as a text that clients give back without looking inside.
///
/// It is a ``StreamToken`` about events: their numbers have nothing to do with revisions, so one
/// must not pass for the other.
struct EventToken: Equatable {
    private static let mark = "e."

    var identity: StoreIdentity
    /// Every event up to this one was told, or was not for the reader.
    var sequence: Int
    /// When that event was appended, in milliseconds since 1970; 0: it is gone.
    var time: Int

    var text: String {
        Self.mark + StreamToken(identity: identity, sequence: sequence, time: time).text
    }

    init(identity: StoreIdentity, sequence: Int, time: Int) {
        self.identity = identity
        self.sequence = sequence
        self.time = time
    }

    /// The token of that text; nil: it is none.
    init?(_ text: String) {
        guard text.hasPrefix(Self.mark),
            let token = StreamToken(String(text.dropFirst(Self.mark.count))), token.item == nil
        else { return nil }
        self.init(identity: token.identity, sequence: token.sequence, time: token.time)
    }
}
