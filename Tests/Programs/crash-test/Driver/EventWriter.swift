// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import StateModel
import StateProtocol
import Varlink

/// A writer that appends events.
final class EventWriter: Participant {
    /// The connection, while there is one.
    var link: Link? {
        didSet { waiting = 0 }
    }
    /// The number of bytes that it reads at a time.
    let appetite = 1 << 20
    /// False: it reads all replies.
    let isCareless = false
    /// The number of events still to append.
    var budget = 0
    /// The name of the writer.
    let name: String
    private let cast: EventCast
    private var random: SeededRandom
    private var count = 0
    private var waiting = 0
    /// True if its newest call gets no reply, so that its completion is not reported.
    private var endsQuietly = false
    private var pausesUntil = 0
    /// The maximum number of outstanding calls.
    private static let depth = 16
    /// The pause after a refused call, in milliseconds.
    private static let pause = 25

    /// Creates a writer whose calls are determined by the seed.
    init(_ name: String, seed: UInt64, _ cast: EventCast) {
        self.name = name
        self.cast = cast
        random = SeededRandom(seed: seed)
    }

    /// True if all its calls are answered.
    var isQuiet: Bool { waiting == 0 }

    /// Returns true: it always reads.
    func reads(at now: Int) -> Bool { true }

    /// Appends events until the maximum number of calls is outstanding.
    func speak(now: Int) {
        guard let link, link.isOpen, now >= pausesUntil else { return }
        while waiting < Self.depth, budget > 0 {
            budget -= 1
            append(over: link, isOneway: random.happens(percent: 5))
        }
    }

    /// Stops appending, after a last call with a reply if the newest one has none.
    ///
    /// The reply shows that all earlier calls are done.
    func finish() {
        budget = 0
        if endsQuietly, let link, link.isOpen { append(over: link, isOneway: false) }
    }

    private func append(over link: Link, isOneway: Bool) {
        endsQuietly = isOneway
        let repeats = count > 0 && random.happens(percent: 10)
        if !repeats { count += 1 }
        let number = repeats ? Int.random(in: max(1, count - 20)...count, using: &random) : count
        let id = "\(name)/\(number)"
        cast.book.sends(id, by: name, isOneway: isOneway)
        let parameters = Events.Append.Parameters(
            id: id,
            topic: number.isMultiple(of: 7) ? "rare" : "usual",
            body: Self.body(of: id)
        )
        link.call(Events.Append.name, parameters.json, oneway: isOneway)
        if !isOneway { waiting += 1 }
    }

    /// Returns the body of the event with the given id.
    static func body(of id: String) -> [UInt8] {
        let number = id.split(separator: "/").last.flatMap { Int($0) } ?? 0
        let length = number.isMultiple(of: 40) ? 9_000 : number % 200
        return Array(#"{ "id":"\#(id)","text":"\#(String(repeating: "x", count: length))"}"#.utf8)
    }

    /// Checks the replies that arrived.
    func received(now: Int) throws {
        while let reply = try link?.next() {
            waiting -= 1
            let answer = try EventBook.Answer(reply)
            if answer == .refused { pausesUntil = now + Self.pause }
            try cast.book.answered(answer, to: name)
        }
    }
}

extension EventBook.Answer {
    /// Creates the answer from a reply to an Append.
    fileprivate init(_ reply: Reply) throws {
        guard let error = reply.error else {
            let appended = try Events.Append.Reply(json: reply.parameters)
            self = .appended(sequence: appended.sequence.rawValue, duplicate: appended.duplicate)
            return
        }
        switch StateError(name: error, parameters: reply.parameters) {
        case .storageUnavailable: self = .refused
        case let other: self = .other("\(other)")
        }
    }
}
