// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A checker that follows writers, subscribers and restarts, and reports a broken promise.
///
/// It receives all events in the order in which they were seen; times are in milliseconds since
/// 1970.
package struct Checker: Sendable {
    private var writers: [String: WriterBook] = [:]
    private var listeners: [String: ListenerBook] = [:]
    /// The newest revision in any answer or published change.
    package private(set) var newest = Revision.zero
    /// The changes that answers have reported since the tally began.
    private var changes: [ItemChange] = []

    /// Creates a checker for the given writers and subscribers.
    package init(writers: [String], listeners: [ListenerBook]) {
        for name in writers { self.writers[name] = WriterBook(name: name) }
        for listener in listeners { self.listeners[listener.name] = listener }
    }

    // MARK: Writers

    /// Records that a writer sent a call.
    package mutating func sent(_ operation: WriterCall, by writer: String, now: Int) {
        writers[writer]?.sent(operation, floor: newest, now: now)
    }

    /// Checks the answer to a writer's oldest call that has a reply.
    package mutating func answered(
        _ answer: Answer,
        to writer: String,
        now: Int
    ) throws(Violation) {
        changes += try writers[writer]?.answered(answer, now: now) ?? []
        newest = max(newest, answer.revision ?? .zero)
    }

    // MARK: Subscribers

    /// Returns the state of a subscriber, or `nil` if there is none with the name.
    package func listener(_ name: String) -> ListenerBook? { listeners[name] }

    /// Records that a subscriber subscribes with its token.
    package mutating func subscribes(_ listener: String) {
        listeners[listener]?.subscribes()
    }

    /// Checks a reply of a subscriber's stream.
    package mutating func delivered(
        _ listener: String,
        _ changes: [Change],
        ready: Bool,
        skipped: Int,
        token: String,
        now: Int
    ) throws(Violation) {
        let news = try listeners[listener]?.delivered(
            changes,
            ready: ready,
            skipped: skipped,
            token: token,
            now: now
        )
        for (item, place) in news ?? [] {
            guard let writer = ItemName.parse(item)?.writer, writers[writer] != nil else {
                throw Violation("\(listener): nobody writes \(item)")
            }
            try writers[writer]?.delivered(place.serial, of: item, now: now)
        }
        newest = max(newest, listeners[listener]?.revision ?? .zero)
    }

    /// Starts counting the changes that subscribers receive, once every subscriber is up to date.
    package mutating func beginTally() {
        changes = []
        for name in listeners.keys { listeners[name]?.beginTally(at: newest) }
    }

    /// Ends the tally.
    ///
    /// - Parameter isComplete: true if the log has held every change since the tally began; then
    ///   each change was either delivered or reported as skipped.
    /// - Throws: the changes that were neither.
    package mutating func endTally(isComplete: Bool) throws(Violation) {
        for name in listeners.keys.sorted() {
            if isComplete { try listeners[name]?.checkTally(changes) }
            listeners[name]?.endTally()
        }
        changes = []
    }

    // MARK: Restarts

    /// The items whose histories a survey has to read.
    package var touched: [String] {
        writers.values.flatMap(\.touched).sorted()
    }

    /// Checks a survey of all items, made while no writer was active.
    ///
    /// - Parameters:
    /// - survey: the survey.
    /// - crashed: true if the daemon was killed since the previous survey.
    /// - Throws: a value that was lost, or was never sent.
    package mutating func surveyed(_ survey: Survey, crashed: Bool) throws(Violation) {
        for name in writers.keys.sorted() {
            try writers[name]?.surveyed(survey, crashed: crashed)
        }
        for (item, point) in survey.points {
            let writer = ItemName.parse(item)?.writer ?? ""
            guard point.place.isGenuine, writers[writer]?.knows(item) == true else {
                throw Violation("\(item) is \(point.place), and nobody sent that")
            }
        }
    }

    /// Records an orderly stop while all calls are answered: the daemon stores all it has received.
    package mutating func stopsInGoodOrder() {
        for name in writers.keys { writers[name]?.stopsInGoodOrder() }
    }

    /// Checks that a subscriber is up to date with a survey, for items of the given kinds.
    package func compare(
        _ listener: String,
        with survey: Survey,
        kinds: Set<ItemKind>
    ) throws(Violation) {
        try listeners[listener]?.compare(with: survey, kinds: kinds)
    }

    // MARK: Statistics

    /// The number of acknowledged observations.
    package var acknowledged: Int { writers.values.map(\.acknowledged).reduce(0, +) }
    /// Returns the number of acknowledged observations of a writer.
    package func acknowledged(by writer: String) -> Int { writers[writer]?.acknowledged ?? 0 }
    /// The number of calls refused because the store accepted no writes.
    package var refused: Int { writers.values.map(\.refusals).reduce(0, +) }
    /// The number of changes that subscribers received.
    package var delivered: Int { listeners.values.map(\.delivered).reduce(0, +) }
    /// The number of states that the daemon reported as skipped.
    package var skipped: Int { listeners.values.map(\.skipped).reduce(0, +) }
}
