// SPDX-License-Identifier: Apache-2.0
import StateModel

package struct SurfaceOutbox: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        package enum Word: Sendable, Equatable {
            case save(Snapshot)
            case unavailable(item: String, reason: String?)
            /// An alias of the item, which is only accepted after the item's reports.
            case name(item: String, alias: String)

            var item: ExactString {
                switch self {
                case .save(let snapshot): ExactString(snapshot.item)
                case .unavailable(let item, _), .name(let item, _): ExactString(item)
                }
            }
        }

        package var word: Word
        /// The time of the observation, in milliseconds of a monotonic clock; for a report that is
        /// sent within a second, the time of sending.
        package var observed: Int
        /// True if the report is sent with its time, because it is old or the daemon may already
        /// have it.
        package var isDated = false

        fileprivate var item: ExactString { word.item }

        /// True if a newer snapshot of the same item replaces the report.
        fileprivate var isReplaceable: Bool {
            if case .save(let snapshot) = word { snapshot.status != .finished } else { false }
        }
    }

    /// The minimum age of a report that is sent with its time, in milliseconds.
    private static let oldAge = 1_000
    /// The maximum number of waiting reports; one more drops the oldest.
    private static let capacity = 1_000

    private var waiting: [Entry] = []
    private var inFlight: [Entry] = []
    /// The reports that the daemon could not store, until all that were sent are answered.
    private var failed: [Entry] = []
    private var dropped = 0

    package init() {}

    package var isEmpty: Bool { all.isEmpty }

    private var all: [Entry] { failed + inFlight + waiting }

    /// The number of items with an unacknowledged report, plus the number of dropped reports.
    package var count: Int { Set(all.map(\.item)).count + dropped }

    package func waits(_ item: String) -> Bool {
        waiting.contains { $0.item == ExactString(item) }
    }

    /// Adds a report; a snapshot replaces the waiting snapshot of its item, unless that is
    /// `finished`.
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

    /// Returns the waiting reports, which must now be sent; while earlier ones are unacknowledged,
    /// only if `isUrgent`.
    package mutating func take(now: Int, isUrgent: Bool = false) -> ArraySlice<Entry> {
        guard inFlight.isEmpty || isUrgent else { return [] }
        let taken = inFlight.count..<inFlight.count + waiting.count
        inFlight += waiting
        waiting = []
        for index in taken where !inFlight[index].isDated {
            if now - inFlight[index].observed >= Self.oldAge {
                inFlight[index].isDated = true
            } else {
                // The daemon assumes that a report without a time was observed when it arrives.
                inFlight[index].observed = now
            }
        }
        return inFlight[taken]
    }

    /// Handles the reply to the oldest sent report; if `isDone` is false, the report is sent again,
    /// unless a newer one replaces it.
    package mutating func answered(isDone: Bool) {
        guard !inFlight.isEmpty else { return }
        let entry = inFlight.removeFirst()
        if !isDone { failed.append(entry) }
        if inFlight.isEmpty { lost() }
    }

    /// Puts the unacknowledged reports back before the waiting ones.
    package mutating func lost() {
        let entries = failed + inFlight
        (failed, inFlight) = ([], [])
        let newer = Set(
            waiting.filter { if case .save = $0.word { true } else { false } }.map(\.item)
        )
        var kept = entries.filter { !$0.isReplaceable || !newer.contains($0.item) }
        for index in kept.indices where !kept[index].isDated {
            kept[index].isDated = true
            // If the daemon already has the report, the repeated one must be older, despite the
            // rounding of both clocks.
            kept[index].observed -= 2
        }
        waiting = kept + waiting
    }
}

extension SurfaceOutbox.Entry {
    /// Keeps the cause `seek` of the replaced report, because the user chose the position.
    fileprivate mutating func inherit(from older: Self) {
        guard case .save(let old) = older.word, case .save(var new) = word, old.cause == .seek,
            new.cause == .tick || new.cause == .load
        else { return }
        new.cause = .seek
        word = .save(new)
    }
}
