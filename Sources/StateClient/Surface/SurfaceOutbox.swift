// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The reports that the daemon has not acknowledged, in order.
///
/// For each item these are the newest report, and every end of the item before it.
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

        package var word: Word
        /// The time of the observation, or of the first sending if that follows soon, in
        /// milliseconds of a monotonic clock.
        package var observed: Int
        /// True if the report is sent with its time, because it is old or may already have arrived.
        package var isDated = false

        fileprivate var item: ExactString { word.item }

        /// True if a newer state of the item makes the report obsolete.
        fileprivate var isReplaceable: Bool {
            if case .save(let snapshot) = word { snapshot.status != .finished } else { false }
        }
    }

    /// The age from which a report is sent with its time, in milliseconds.
    private static let oldAge = 1_000
    /// The maximum number of waiting reports; beyond it, the oldest are dropped.
    private static let capacity = 1_000

    private var waiting: [Entry] = []
    private var inFlight: [Entry] = []
    private var dropped = 0

    /// Creates an empty outbox.
    package init() {}

    /// True if all reports are acknowledged.
    package var isEmpty: Bool { waiting.isEmpty && inFlight.isEmpty }

    /// The number of items with an unacknowledged report, plus the number of dropped reports.
    package var count: Int { Set((waiting + inFlight).map(\.item)).count + dropped }

    /// Returns true if a report on the item is unsent.
    package func waits(_ item: String) -> Bool {
        waiting.contains { $0.item == ExactString(item) }
    }

    /// Adds a report; a newer state of an item replaces an older one.
    package mutating func put(_ word: Entry.Word, observed: Int, isDated: Bool = false) {
        var entry = Entry(word: word, observed: observed, isDated: isDated)
        if case .save = word,
            let index = waiting.firstIndex(where: { $0.item == entry.item && $0.isReplaceable })
        {
            entry.inherit(from: waiting.remove(at: index))
        }
        waiting.append(entry)
        guard waiting.count > Self.capacity else { return }
        waiting.removeFirst()
        dropped += 1
    }

    /// Returns the reports to send now; none while an earlier batch is in flight.
    package mutating func take(now: Int) -> [Entry] {
        guard inFlight.isEmpty else { return [] }
        swap(&inFlight, &waiting)
        for index in inFlight.indices where !inFlight[index].isDated {
            if now - inFlight[index].observed >= Self.oldAge {
                inFlight[index].isDated = true
            } else {
                // A report without a time counts as observed when it arrives.
                inFlight[index].observed = now
            }
        }
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

    /// Puts back the reports in flight, which may not have arrived, so that they are sent again.
    package mutating func lost() {
        putBack(inFlight)
        inFlight = []
    }

    private mutating func putBack(_ entries: [Entry]) {
        let newer = Set(
            waiting.filter { if case .save = $0.word { true } else { false } }.map(\.item)
        )
        var kept = entries.filter { !$0.isReplaceable || !newer.contains($0.item) }
        for index in kept.indices where !kept[index].isDated {
            kept[index].isDated = true
            // If the report was stored, the repeated one must count as older even though both
            // clocks round.
            kept[index].observed -= 2
        }
        waiting = kept + waiting
    }
}

extension SurfaceOutbox.Entry {
    /// Keeps the cause `seek` of the replaced report, so that the position still counts as chosen
    /// by the user.
    fileprivate mutating func inherit(from older: Self) {
        guard case .save(let old) = older.word, case .save(var new) = word, old.cause == .seek,
            new.cause == .tick || new.cause == .load
        else { return }
        new.cause = .seek
        word = .save(new)
    }
}
