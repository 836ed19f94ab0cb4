// SPDX-License-Identifier: Apache-2.0
import CrashModel
import StateModel
import StateProtocol

/// The writers and followers of events, with the reference model that checks them.
final class EventCast {
    /// The reference model of the events.
    var book = EventBook()
    /// The maximum number of events that a writer appends between two checks of the store.
    private static let budget = 150
    /// The minimum number of events covered by a check that does not read all events.
    private static let tail = 1_000
    private var writers: [EventWriter] = []
    private var followers: [EventFollower] = []
    private var random: SeededRandom

    /// Creates two writers and two followers, whose actions the seed determines.
    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        for name in ["events-1", "events-2"] {
            writers.append(EventWriter(name, seed: random.next(), self))
        }
        followers = [
            EventFollower("reader", isCareless: false, self),
            EventFollower("careless reader", isCareless: true, self),
        ]
    }

    /// All writers and followers.
    var participants: [any Participant] { writers + followers }
    /// True if all calls are answered.
    var areWritersQuiet: Bool { writers.allSatisfy(\.isQuiet) }

    /// Lets the writers start.
    func beginWriting(_ link: () throws -> Link) throws {
        for writer in writers {
            writer.link = try link()
            writer.budget = Int.random(in: 0...Self.budget, using: &random)
        }
    }

    /// Lets the writers append another number of events, instead of those that are left.
    func append(_ count: Int) {
        for writer in writers { writer.budget = count }
    }

    /// Lets the writers stop.
    func endWriting() {
        for writer in writers { writer.finish() }
    }

    /// Compares the daemon's events with the expected ones, while no writer is active.
    func settle(by caller: Caller) throws {
        let isWhole = random.happens(percent: 20)
        let start = isWhole ? 0 : max(0, book.newest - Self.tail)
        var events: [EventBook.Found] = []
        var more = true
        while more {
            let page = try caller.ask(
                Events.List.self,
                Events.List.Parameters(after: SequenceNumber(start + events.count), limit: 1_000)
            )
            events += try page.events.map(Self.found)
            more = page.more
        }
        try book.finds(events, after: start)
    }

    /// Lets the followers continue on new connections.
    func follow(_ link: () throws -> Link) throws {
        for follower in followers { follower.follow(try link()) }
    }

    /// True if every follower has received all events.
    var areFollowersReady: Bool {
        followers.allSatisfy { $0.isReady && book.place(of: $0.name) == book.newest }
    }

    /// Returns an event for the model, after checking that its body is the one that was sent.
    static func found(_ event: Events.Event) throws -> EventBook.Found {
        guard event.body == EventWriter.body(of: event.id) else {
            throw Violation("\(event.id) holds what nobody sent")
        }
        return EventBook.Found(sequence: event.sequence.rawValue, id: event.id)
    }
}
