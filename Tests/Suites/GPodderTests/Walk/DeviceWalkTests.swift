// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

@testable import GPodder

/// Two devices of a user, which have the same events in different orders, many of equal times.
@Suite struct `Podcasts on two devices at random` {
    /// A mistake planted in the devices: the time by which they judge an event.
    enum Fault: CaseIterable {
        case lastPlayWins, equalPlaysGoByArrival, lastFeedWins, equalFeedsGoByArrival
    }

    private enum Content {
        case play(EpisodeAction)
        case feed(FeedLog.Change)
    }

    private struct Event {
        var id: String
        var at: Int
        var content: Content
    }

    /// What a device shows.
    private struct Outcome: Equatable {
        var positions: [String: Int?] = [:]
        var subscribed: Set<String> = []
        var removed: Set<String> = []
    }

    private static func event(_ index: Int, _ random: inout FuzzRandom) throws -> Event {
        let at = Int.random(in: 1...6, using: &random)
        let name = Int.random(in: 1...3, using: &random)
        guard Bool.random(using: &random) else {
            let spelling = ["https://f.example/\(name)", "http://F.example/\(name)/"]
            let url = spelling.randomElement(using: &random) ?? ""
            let change = FeedLog.Change(url, isAdded: Bool.random(using: &random))
            return Event(id: "feed \(index)", at: at, content: .feed(change))
        }
        let members = JSONValue.members([
            "podcast": "https://f.example/1", "episode": .string("https://m.example/\(name).mp3"),
            "action": "play", "position": .int(index + 1), "total": 1_000,
            // A fast clock; the event counts as of its arrival.
            "timestamp": .int(at + Int.random(in: 0...1, using: &random)),
        ])
        let action = try #require(EpisodeAction(json: members))
        return Event(id: action.id(at: at), at: at, content: .play(action))
    }

    private static func outcome(_ events: [Event], _ fault: Fault?) -> Outcome {
        var episodes = EpisodeLog()
        var feeds = FeedLog()
        for (index, event) in events.enumerated() {
            let number = index + 1
            switch event.content {
            case .play(let action):
                var at = event.at
                if fault == .lastPlayWins { at = number }
                if fault == .equalPlaysGoByArrival { at = event.at * 1_000 + number }
                episodes.append(number, id: event.id, at: at, body: action.body(by: "phone"))
            case .feed(let change):
                var at = event.at
                if fault == .lastFeedWins { at = number }
                if fault == .equalFeedsGoByArrival { at = event.at * 1_000 + number }
                feeds.append(number, id: event.id, at: at, body: change.body(by: "phone"))
            }
        }
        var outcome = Outcome(subscribed: Set(feeds.subscribed))
        outcome.removed = Set(feeds.changes(after: 0, isFirst: false).removed)
        for served in episodes.page(after: 0).actions {
            outcome.positions[served.action.episode] = served.position
        }
        return outcome
    }

    /// Returns true if both devices show the same.
    private static func agree(_ seed: UInt64, _ fault: Fault?) throws -> Bool {
        var random = FuzzRandom(seed: seed)
        let events = try (0..<40).map { try event($0, &random) }
        return outcome(events, fault) == outcome(events.shuffled(using: &random), fault)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `with the same events in another order, two devices agree on positions and feeds`(
        seed: UInt64
    ) throws {
        #expect(try Self.agree(seed, nil))
    }

    @Test(arguments: Fault.allCases)
    func `the random walk finds a planted fault`(_ fault: Fault) throws {
        let differing = try (0..<20 as Range<UInt64>).filter { try !Self.agree($0, fault) }
        #expect(!differing.isEmpty)
    }
}
