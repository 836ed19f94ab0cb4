// SPDX-License-Identifier: Apache-2.0

// The token of a stream of events is a stream token with a mark. Event numbers are unrelated to
// revisions, so neither kind of token may pass for the other. Its time is 0 if the event is gone.
extension StreamToken {
    private static let eventMark = "e."

    /// The token of a stream of events, as text.
    var eventText: String { Self.eventMark + text }

    /// Creates the token of a stream of events from its text; `nil` if the text is not one.
    init?(eventText text: String) {
        guard text.hasPrefix(Self.eventMark),
            let token = StreamToken(String(text.dropFirst(Self.eventMark.count))),
            token.item == nil
        else { return nil }
        self = token
    }
}
