package import StateModel

/// Watches writers, subscribers and restarts, and says which promise was broken.
///
/// Fed with everything in the order in which it was seen; times are in milliseconds since 1970.
package struct Checker: Sendable {
    private var writers: [String: WriterBook] = [:]
    private var listeners: [String: ListenerBook] = [:]
    /// The newest revision that anybody was told or answered.
    package private(set) var newest = 0
    /// What writers were answered since the tally began.
    private var changes: [ItemChange] = []

    /// A checker of these writers and subscribers.
    package init(writers: [String], listeners: [ListenerBook]) {
        for name in writers { self.writers[name] = WriterBook(name: name) }
        for listener in listeners { self.listeners[listener.name] = listener }
    }

    // MARK: Writers

    /// A writer's call goes out.
    package mutating func sent(_ operation: WriterCall, by writer: String, now: Int) {
        writers[writer]?.sent(operation, floor: newest, now: now)
    }

    /// A writer's oldest call that takes an answer got one.
    package mutating func answered(
        _ answer: Answer,
        to writer: String,
        now: Int
    ) throws(Violation) {
        changes += try writers[writer]?.answered(answer, now: now) ?? []
        newest = max(newest, answer.revision ?? 0)
    }

    // MARK: Subscribers

    /// A subscriber as it stands; nil: there is none of that name.
    package func listener(_ name: String) -> ListenerBook? { listeners[name] }

    /// A subscriber subscribes, with the token that it has.
    package mutating func subscribes(_ listener: String) {
        listeners[listener]?.subscribes()
    }

    /// A subscriber got one reply of its stream.
    package mutating func told(
        _ listener: String,
        _ changes: [Change],
        ready: Bool,
        skipped: Int,
        token: String,
        now: Int
    ) throws(Violation) {
        let news = try listeners[listener]?.told(
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
            try writers[writer]?.told(place.serial, of: item, now: now)
        }
        newest = max(newest, listeners[listener]?.revision ?? 0)
    }

    /// Every subscriber is up to date: from here on it is counted what they are told.
    package mutating func beginTally() {
        changes = []
        for name in listeners.keys { listeners[name]?.beginTally(at: newest) }
    }

    /// The tally is over.
    ///
    /// - Parameter isComplete: whether the log has held every change since it began; then each was
    ///   told, or admitted to have been passed over.
    /// - Throws: what was not.
    package mutating func endTally(isComplete: Bool) throws(Violation) {
        for name in listeners.keys.sorted() {
            if isComplete { try listeners[name]?.checkTally(changes) }
            listeners[name]?.endTally()
        }
        changes = []
    }

    // MARK: Restarts

    /// The items whose histories a survey has to ask for.
    package var touched: [String] {
        writers.values.flatMap(\.touched).sorted()
    }

    /// Everything was looked at, while nobody wrote.
    ///
    /// - Parameters:
    ///   - survey: what was found.
    ///   - crashed: whether the daemon was killed since the survey before.
    /// - Throws: what was lost, or was never sent.
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

    /// The daemon is told to stop while all calls are answered: it stores what it has taken in.
    package mutating func stopsInGoodOrder() {
        for name in writers.keys { writers[name]?.stopsInGoodOrder() }
    }

    /// A subscriber is up to date with what was found of items of these kinds.
    package func compare(
        _ listener: String,
        with survey: Survey,
        kinds: Set<ItemKind>
    ) throws(Violation) {
        try listeners[listener]?.compare(with: survey, kinds: kinds)
    }

    // MARK: Figures

    /// How many observations were acknowledged.
    package var acknowledged: Int { writers.values.map(\.acknowledged).reduce(0, +) }
    /// How many observations of a writer were acknowledged.
    package func acknowledged(by writer: String) -> Int { writers[writer]?.acknowledged ?? 0 }
    /// How many calls were refused because the store took no writes.
    package var refused: Int { writers.values.map(\.refusals).reduce(0, +) }
    /// How many changes subscribers were told.
    package var told: Int { listeners.values.map(\.told).reduce(0, +) }
    /// How many states the daemon said that it passed over.
    package var skipped: Int { listeners.values.map(\.skipped).reduce(0, +) }
}
