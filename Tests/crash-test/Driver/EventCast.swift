import CrashModel
import StateProtocol

/// Those that append events and follow them, and the book that watches.
final class EventCast {
    /// What watches.
    var book = EventBook()
    /// How many events a writer appends between two looks at the store.
    private static let budget = 150
    /// How far back a look goes at least that does not go through all events.
    private static let tail = 1_000
    private var writers: [EventWriter] = []
    private var followers: [EventFollower] = []
    private var random: SeededRandom

    /// Two writers and two followers; what they do follows from the seed.
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

    /// Everybody who takes part.
    var participants: [any Participant] { writers + followers }
    /// Whether all calls are answered.
    var areWritersQuiet: Bool { writers.allSatisfy(\.isQuiet) }

    /// Lets the writers go.
    func beginWriting(_ link: () throws -> Link) throws {
        for writer in writers {
            writer.link = try link()
            writer.budget = Int.random(in: 0...Self.budget, using: &random)
        }
    }

    /// Lets the writers stop.
    func endWriting() {
        for writer in writers { writer.finish() }
    }

    /// Compares the events that the daemon has with those that it must have, while nobody writes.
    func settle(by caller: Caller) throws {
        let isWhole = random.happens(percent: 20)
        let start = isWhole ? 0 : max(0, book.newest - Self.tail)
        var events: [EventBook.Found] = []
        var more = true
        while more {
            let page = try caller.ask(
                Events.List.self,
                Events.List.Parameters(after: start + events.count, limit: 1_000)
            )
            events += try page.events.map(Self.found)
            more = page.more
        }
        try book.finds(events, after: start)
    }

    /// Lets the followers go on.
    func follow(_ link: () throws -> Link) throws {
        for follower in followers { follower.follow(try link()) }
    }

    /// Whether every follower has heard of everything.
    var areFollowersReady: Bool {
        followers.allSatisfy { $0.isReady && book.place(of: $0.name) == book.newest }
    }

    /// An event as the book knows it, once it holds what was sent.
    static func found(_ event: Events.Event) throws -> EventBook.Found {
        guard event.body == EventWriter.body(of: event.id) else {
            throw Violation("\(event.id) holds what nobody sent")
        }
        return EventBook.Found(sequence: event.sequence, id: event.id)
    }
}
