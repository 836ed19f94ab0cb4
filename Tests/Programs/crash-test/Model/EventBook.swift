// SPDX-License-Identifier: Apache-2.0

/// A reference model of events: calls, answers and published events, and the expected contents of
/// the store.
///
/// After each check of the store, the model knows for every event if it is stored. From then on it
/// can predict each answer, and a crash must leave a prefix of each writer's calls.
package struct EventBook: Sendable {
    /// An event as it is listed or published.
    package struct Found: Sendable, Equatable {
        /// The number of the event.
        package var sequence: Int
        /// The id of the event.
        package var id: String

        /// Creates an event from its members.
        package init(sequence: Int, id: String) {
            self.sequence = sequence
            self.id = id
        }
    }

    /// The daemon's answer to an Append.
    package enum Answer: Sendable, Equatable {
        /// The event is stored with the given number.
        case appended(sequence: Int, duplicate: Bool)
        /// The store accepts no writes.
        case refused
        /// Any other answer, which no writer should get.
        case other(String)
    }

    private struct Attempt: Sendable {
        var id: String
        var isOneway: Bool
        /// True if it must be a duplicate, false if it must not be; `nil` if it is unknown.
        var isKnown: Bool?
    }

    /// The number of the newest event that is certainly stored.
    package private(set) var newest = 0
    /// The number of events acknowledged as new.
    package private(set) var acknowledged = 0
    /// The number of calls refused because the store accepted no writes.
    package private(set) var refusals = 0
    /// The number of events that followers received.
    package private(set) var delivered = 0
    /// The events that are certainly stored: ids by number, followed by numbers by id.
    private var ids: [Int: String] = [:]
    private var sequences: [String: Int] = [:]
    private var sent: Set<String> = []
    /// The events that may or may not be stored: they were refused, or sent oneway.
    private var uncertain: Set<String> = []
    /// True if the store refused a call since it was last checked.
    private var hasRefused = false
    /// The outstanding calls by writer, oldest first.
    private var pending: [String: [Attempt]] = [:]
    /// The newest event that each follower received.
    private var places: [String: Int] = [:]

    /// Creates an empty model.
    package init() {}

    /// Returns the number of the newest event that a follower received.
    package func place(of follower: String) -> Int { places[follower] ?? 0 }

    // MARK: Writers

    /// Records that a writer sent a call.
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

    /// Checks the answer to a writer's oldest call that has a reply.
    package mutating func answered(_ answer: Answer, to writer: String) throws(Violation) {
        let quiet = pending[writer, default: []].prefix { $0.isOneway }.count
        guard let attempt = pending[writer]?.dropFirst(quiet).first else {
            throw Violation("\(writer): nothing to answer: \(answer)")
        }
        pending[writer]?.removeFirst(quiet + 1)
        switch answer {
        case .appended(let sequence, let duplicate):
            // An earlier call with the same id may have been refused since.
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

    /// Records that an event is certainly stored.
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

    // MARK: Subscribers

    /// Checks events that a follower received.
    package mutating func delivers(_ events: [Found], to follower: String) throws(Violation) {
        for event in events {
            guard event.sequence == place(of: follower) + 1 else {
                throw Violation(
                    "\(follower) received event \(event.sequence) after \(place(of: follower))"
                )
            }
            try note(event, "delivered")
            places[follower] = event.sequence
            delivered += 1
        }
    }

    // MARK: Checks of the store

    /// Checks the list of all events after number `after`, made while no call was outstanding.
    ///
    /// - Parameters:
    /// - events: the events, in the order of the list.
    /// - after: the number before the first event of the list.
    /// - Throws: an event that was lost, occurs twice, or was never sent.
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

    /// Checks that a prefix of the outstanding calls was carried out, in their order.
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
