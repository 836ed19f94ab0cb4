import StateModel

/// What the daemon has yet to acknowledge: the newest word on each item, in the order given.
package struct SurfaceOutbox: Sendable, Equatable {
    /// One thing to tell, and when it was so.
    package struct Entry: Sendable, Equatable {
        /// What the daemon is to hear.
        package enum Word: Sendable, Equatable {
            /// Where an item stood.
            case save(Snapshot)
            /// An item is gone.
            case unavailable(item: String, reason: String?)
        }

        /// What the daemon is to hear.
        package var word: Word
        /// When it was observed, in milliseconds of a clock that only moves on.
        package var observed: Int

        fileprivate var item: Verbatim {
            switch word {
            case .save(let snapshot): Verbatim(snapshot.item)
            case .unavailable(let item, _): Verbatim(item)
            }
        }
    }

    /// How many items are remembered; beyond that the oldest are forgotten.
    private static let capacity = 1_000

    private var waiting: [Entry] = []
    private var inFlight: [Entry] = []

    /// Nothing waits.
    package init() {}

    /// Whether all is acknowledged.
    package var isEmpty: Bool { waiting.isEmpty && inFlight.isEmpty }

    /// How many items have yet to be acknowledged.
    package var count: Int { Set((waiting + inFlight).map(\.item)).count }

    /// Whether a word on the item has yet to be sent.
    package func waits(_ item: String) -> Bool {
        waiting.contains { $0.item == Verbatim(item) }
    }

    /// Takes in a word, which makes older ones on its item obsolete.
    package mutating func put(_ word: Entry.Word, observed: Int) {
        var entry = Entry(word: word, observed: observed)
        if let index = waiting.firstIndex(where: { $0.item == entry.item }) {
            entry.inherit(from: waiting.remove(at: index))
        }
        waiting.append(entry)
        if waiting.count > Self.capacity { waiting.removeFirst() }
    }

    /// What is to be sent now; nothing while an earlier batch is on its way.
    package mutating func take() -> [Entry] {
        guard inFlight.isEmpty else { return [] }
        inFlight = waiting
        waiting = []
        return inFlight
    }

    /// The first entry on its way was answered; `isDone`: it need not be sent again.
    package mutating func answered(isDone: Bool) {
        guard !inFlight.isEmpty else { return }
        let entry = inFlight.removeFirst()
        if !isDone { putBack([entry]) }
    }

    /// What is on its way may never have arrived: it is to be sent again.
    package mutating func lost() {
        putBack(inFlight)
        inFlight = []
    }

    private mutating func putBack(_ entries: [Entry]) {
        let obsolete = Set(waiting.map(\.item))
        waiting = entries.filter { !obsolete.contains($0.item) } + waiting
    }
}

extension SurfaceOutbox.Entry {
    /// A place that a person chose stays chosen, though time has passed since.
    fileprivate mutating func inherit(from older: Self) {
        guard case .save(let old) = older.word, case .save(var new) = word, old.cause == .seek,
            new.cause == .tick || new.cause == .load
        else { return }
        new.cause = .seek
        word = .save(new)
    }
}
