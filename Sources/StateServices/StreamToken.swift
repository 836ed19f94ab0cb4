internal import StateStore

/// Where a stream stands, as a text that clients give back without looking inside.
///
/// It names the store and its epoch, the last row told and, to tell this past of the store from
/// another one, when that row was written. A token from the middle of the standing state also
/// says how far that was told.
struct StreamToken: Equatable {
    var identity: StoreIdentity
    /// The last row told.
    var sequence: Int
    /// When that row was written, in milliseconds since 1970.
    var time: Int
    /// The last item of the standing state told; nil: all of it was.
    var item: Int?

    var text: String {
        // One grows; joined, each part would be an array's: one is told with every commit.
        var text = identity.store
        for number in [identity.epoch, sequence, time] { text += "." + Self.text(number) }
        if let item { text += "." + Self.text(item) }
        return text
    }

    init(identity: StoreIdentity, sequence: Int, time: Int, item: Int? = nil) {
        self.identity = identity
        self.sequence = sequence
        self.time = time
        self.item = item
    }

    /// The token of that text; nil: it is none.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Int($0, radix: 36) }
        guard (4...5).contains(parts.count), numbers.count == parts.count - 1,
            numbers.allSatisfy({ $0 >= 0 })
        else { return nil }
        self.init(
            identity: StoreIdentity(store: String(parts[0]), epoch: numbers[0]),
            sequence: numbers[1],
            time: numbers[2],
            item: numbers.count == 4 ? numbers[3] : nil
        )
    }

    private static func text(_ number: Int) -> String {
        String(number, radix: 36)
    }
}
