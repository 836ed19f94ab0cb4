/// What writers of events sent, what was answered and told, and what the store must therefore hold.
///
/// After each look at the store it is known of every event whether it is there. From then on an
/// answer can be foretold, and what a crash leaves must be a first part of each writer's calls.
package struct EventBook: Sendable {
    /// An event as it is found or told.
    package struct Found: Sendable, Equatable {
        /// Its number.
        package var sequence: Int
        /// Its id.
        package var id: String

        /// An event with both its members.
        package init(sequence: Int, id: String) {
            self.sequence = sequence
            self.id = id
        }
    }

    /// How the daemon answered.
    package enum Answer: Sendable, Equatable {
        /// It is there, as that number.
        case appended(sequence: Int, duplicate: Bool)
        /// The store takes no writes.
        case refused
        /// Anything else, which no writer gives cause for.
        case other(String)
    }

    private struct Attempt: Sendable {
        var id: String
        var isOneway: Bool
        /// Whether it must be a duplicate; nil: nobody knows.
        var isKnown: Bool?
    }

    /// The number of the newest event that is there for certain.
    package private(set) var newest = 0
    /// How many events were acknowledged as new.
    package private(set) var acknowledged = 0
    /// How many calls were refused because the store took no writes.
    package private(set) var refusals = 0
    /// How many were told to followers.
    package private(set) var told = 0
    /// The events that are there for certain: their ids by number, and the other way round.
    private var ids: [Int: String] = [:]
    private var sequences: [String: Int] = [:]
    private var sent: Set<String> = []
    /// Events that are there or not: they were refused, or nobody was to answer.
    private var uncertain: Set<String> = []
    /// Whether the store refused something since it was last looked at.
    private var hasRefused = false
    /// Calls on their way, by writer, oldest first.
    private var pending: [String: [Attempt]] = [:]
    /// The newest event that each follower was told.
    private var places: [String: Int] = [:]

    /// A book about nobody.
    package init() {}

    /// The newest event that a follower was told.
    package func place(of follower: String) -> Int { places[follower] ?? 0 }

    // MARK: Writers

    /// A call goes out.
    package mutating func sends(_ id: String, by writer: String, isOneway: Bool = false) {
        let isOnItsWay = pending[writer]?.contains { $0.id == id } == true
        var isKnown: Bool? = sequences[id] != nil || isOnItsWay
        if uncertain.contains(id) || isOnItsWay && hasRefused { isKnown = nil }
        pending[writer, default: []].append(
            Attempt(id: id, isOneway: isOneway, isKnown: isKnown)
        )
        sent.insert(id)
        if isOneway { uncertain.insert(id) }
    }

    /// The oldest call of a writer that takes an answer got this one.
    package mutating func answered(_ answer: Answer, to writer: String) throws(Violation) {
        let quiet = pending[writer, default: []].prefix { $0.isOneway }.count
        guard let attempt = pending[writer]?.dropFirst(quiet).first else {
            throw Violation("\(writer): nothing to answer: \(answer)")
        }
        pending[writer]?.removeFirst(quiet + 1)
        switch answer {
        case .appended(let sequence, let duplicate):
            // What was on its way before it may have been refused since.
            if let isKnown = attempt.isKnown, isKnown != duplicate, !hasRefused {
                throw Violation("\(attempt.id): duplicate is \(duplicate)")
            }
            try note(Found(sequence: sequence, id: attempt.id), "answered")
            uncertain.remove(attempt.id)
            if !duplicate { acknowledged += 1 }
        case .refused:
            hasRefused = true
            refusals += 1
            if sequences[attempt.id] == nil { uncertain.insert(attempt.id) }
        case .other(let words):
            throw Violation("\(attempt.id) was answered \(words)")
        }
    }

    /// Somebody knows for certain that an event is there.
    private mutating func note(_ event: Found, _ how: String) throws(Violation) {
        guard sent.contains(event.id) else {
            throw Violation("\(event.id) was \(how), and never sent")
        }
        if let other = ids[event.sequence], other != event.id {
            throw Violation("event \(event.sequence) is \(other), and was \(how) as \(event.id)")
        }
        if let other = sequences[event.id], other != event.sequence {
            throw Violation("\(event.id) is event \(other), and was \(how) as \(event.sequence)")
        }
        ids[event.sequence] = event.id
        sequences[event.id] = event.sequence
        newest = max(newest, event.sequence)
    }

    // MARK: Followers

    /// A follower is told some events.
    package mutating func tells(_ events: [Found], to follower: String) throws(Violation) {
        for event in events {
            guard event.sequence == place(of: follower) + 1 else {
                throw Violation(
                    "\(follower) was told event \(event.sequence) after \(place(of: follower))"
                )
            }
            try note(event, "told")
            places[follower] = event.sequence
            told += 1
        }
    }

    // MARK: Looks at the store

    /// Every event after number `after` was found, while nothing was on its way.
    ///
    /// - Parameters:
    ///   - events: all of them, in the order in which they came.
    ///   - after: where the list begins.
    /// - Throws: what was lost, is there twice, or was never sent.
    package mutating func finds(_ events: [Found], after: Int) throws(Violation) {
        let before = newest
        for (place, event) in events.enumerated() {
            guard event.sequence == after + 1 + place else {
                throw Violation("event \(after + 1 + place) was expected, not \(event)")
            }
            try note(event, "found")
        }
        guard after + events.count >= before else {
            throw Violation(
                "event \(before), \(ids[before] ?? ""), is lost: \(after + events.count) were found"
            )
        }
        for (writer, attempts) in pending where !hasRefused {
            try checkOrder(of: attempts, by: writer)
        }
        pending = [:]
        uncertain = []
        hasRefused = false
    }

    /// Of calls on their way a first part was carried out, in their order.
    private func checkOrder(of attempts: [Attempt], by writer: String) throws(Violation) {
        var last = 0
        var gap: String?
        for attempt in attempts where attempt.isKnown == false {
            guard let sequence = sequences[attempt.id] else {
                gap = gap ?? attempt.id
                continue
            }
            if let gap { throw Violation("\(writer): \(attempt.id) is there, \(gap) is not") }
            guard sequence > last else {
                throw Violation("\(writer): \(attempt.id) is event \(sequence), after \(last)")
            }
            last = sequence
        }
    }
}
