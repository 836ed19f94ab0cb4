import CrashModel
import Glibc
import StateProtocol
import Varlink

/// One of those that append events.
final class EventWriter: Participant {
    var link: Link? {
        didSet { waiting = 0 }
    }
    let appetite = 1 << 20
    let isCareless = false
    /// How many more events it appends.
    var budget = 0
    /// Its name.
    let name: String
    private let cast: EventCast
    private var random: SeededRandom
    private var count = 0
    private var waiting = 0
    /// Whether nobody will tell when its newest call was carried out.
    private var endsQuietly = false
    private var pausesUntil = 0
    /// How many calls it has on their way at a time.
    private static let depth = 16
    /// How long one that was refused waits, in milliseconds.
    private static let pause = 25

    /// A writer of that name, whose calls follow from the seed.
    init(_ name: String, seed: UInt64, _ cast: EventCast) {
        self.name = name
        self.cast = cast
        random = SeededRandom(seed: seed)
    }

    /// Whether all its calls are answered.
    var isQuiet: Bool { waiting == 0 }

    func reads(at now: Int) -> Bool { true }

    func speak(now: Int) {
        guard let link, link.isOpen, now >= pausesUntil else { return }
        while waiting < Self.depth, budget > 0 {
            budget -= 1
            append(over: link, isOneway: random.happens(percent: 5))
        }
    }

    /// Appends no more, but for one whose answer says that all is done.
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

    /// What the event of that id says.
    static func body(of id: String) -> [UInt8] {
        let number = id.split(separator: "/").last.flatMap { Int($0) } ?? 0
        let length = number.isMultiple(of: 40) ? 9_000 : number % 200
        return Array(#"{ "id":"\#(id)","text":"\#(String(repeating: "x", count: length))"}"#.utf8)
    }

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
    /// What a reply to an Append says.
    fileprivate init(_ reply: Reply) throws {
        guard let error = reply.error else {
            let appended = try Events.Append.Reply(json: reply.parameters)
            self = .appended(sequence: appended.sequence, duplicate: appended.duplicate)
            return
        }
        switch StateError(name: error, parameters: reply.parameters) {
        case .storageUnavailable: self = .refused
        case let other: self = .other("\(other)")
        }
    }
}
