// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The reports that the daemon has not acknowledged: the newest on each item, in the order given.
package struct SurfaceOutbox: Sendable, Equatable {
    /// One report, with the time of the observation.
    package struct Entry: Sendable, Equatable {
        /// The content of a report.
        package enum Word: Sendable, Equatable {
            /// The state of an item.
            case save(Snapshot)
            /// The item is gone.
            case unavailable(item: String, reason: String?)

            /// The item that the report is about.
            var item: ExactString {
                switch self {
                case .save(let snapshot): ExactString(snapshot.item)
                case .unavailable(let item, _): ExactString(item)
                }
            }
        }

        /// The content.
        package var word: Word
        /// The time of the observation, in milliseconds of a monotonic clock.
        package var observed: Int

        fileprivate var item: ExactString { word.item }
    }

    /// The maximum number of waiting reports; the oldest are dropped beyond it.
    private static let capacity = 1_000

    private var waiting: [Entry] = []
    private var inFlight: [Entry] = []

    /// Creates an empty outbox.
    package init() {}

    /// True if all reports are acknowledged.
    package var isEmpty: Bool { waiting.isEmpty && inFlight.isEmpty }

    /// The number of items with a report that is not acknowledged yet.
    package var count: Int { Set((waiting + inFlight).map(\.item)).count }

    /// Returns true if a report on the item is unsent.
    package func waits(_ item: String) -> Bool {
        waiting.contains { $0.item == ExactString(item) }
    }

    /// Adds a report, which makes older reports on its item obsolete.
    package mutating func put(_ word: Entry.Word, observed: Int) {
        var entry = Entry(word: word, observed: observed)
        if let index = waiting.firstIndex(where: { $0.item == entry.item }) {
            entry.inherit(from: waiting.remove(at: index))
        }
        waiting.append(entry)
        if waiting.count > Self.capacity { waiting.removeFirst() }
    }

    /// Returns the reports to send now; none while an earlier batch is in flight.
    package mutating func take() -> [Entry] {
        guard inFlight.isEmpty else { return [] }
        inFlight = waiting
        waiting = []
        return inFlight
    }

    /// Handles the reply to the first report in flight.
    ///
    /// - Parameter isDone: True if the report need not be sent again.
    package mutating func answered(isDone: Bool) {
        guard !inFlight.isEmpty else { return }
        let entry = inFlight.removeFirst()
        if !isDone { putBack([entry]) }
    }

    /// Puts back the reports in flight, which may not have arrived, to be repeated.
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
    /// Inherits the cause `seek`, so that a position chosen by the user stays chosen.
    fileprivate mutating func inherit(from older: Self) {
        guard case .save(let old) = older.word, case .save(var new) = word, old.cause == .seek,
            new.cause == .tick || new.cause == .load
        else { return }
        new.cause = .seek
        word = .save(new)
    }
}
