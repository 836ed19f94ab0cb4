import CrashModel
import StateModel
import StateProtocol
import Varlink

/// Somebody who saves, clears and appends on one device, all the time.
final class SyncWriter: Participant {
    /// What it has asked, in order.
    private enum Asked {
        case save, clear
        case event(String)
    }

    var link: Link? {
        didSet { waiting = [] }
    }
    let appetite = 1 << 20
    let isCareless = false
    /// Whether it goes on asking.
    var isActive = true
    /// How many calls it has on their way at a time.
    var depth = 8
    private let device: (name: String, number: Int)
    private let cast: SyncCast
    private var random: SeededRandom
    private var waiting: [Asked] = []
    private static let items = 40

    /// Somebody on that device, whose calls follow from the seed.
    init(on device: (name: String, number: Int), seed: UInt64, _ cast: SyncCast) {
        self.device = device
        self.cast = cast
        random = SeededRandom(seed: seed)
    }

    /// Whether all its calls are answered.
    var isQuiet: Bool { waiting.isEmpty }

    func reads(at now: Int) -> Bool { true }

    func speak(now: Int) {
        guard isActive, let link, link.isOpen else { return }
        while waiting.count < depth { ask(over: link, now: now) }
    }

    /// The position that is sent with a write of that number.
    static func position(of serial: Int) -> Double { 10 + Double(serial % 7_000) / 2 }

    private func ask(over link: Link, now: Int) {
        let item = "item \(Int.random(in: 0..<Self.items, using: &random))"
        switch Int.random(in: 0..<100, using: &random) {
        case ..<25: append(over: link)
        case ..<35:
            _ = cast.book.begins(item, serial: nil, on: device.number, now: now)
            link.call(Playback.Clear.name, ItemParameters(item: item).json)
            waiting.append(.clear)
        default:
            cast.serial += 1
            _ = cast.book.begins(item, serial: cast.serial, on: device.number, now: now)
            let snapshot = Snapshot(
                item: item,
                player: "player-\(device.name)",
                status: .paused,
                position: Self.position(of: cast.serial),
                title: "\(cast.serial)",
                cause: .seek
            )
            link.call(Playback.Save.name, Playback.Save.Parameters(snapshot: snapshot).json)
            waiting.append(.save)
        }
    }

    private func append(over link: Link) {
        let id = cast.events.next(on: device.name)
        let body = Array(#"{"id":"\#(id)"}"#.utf8)
        let event = Events.Append.Parameters(id: id, topic: "score", body: body)
        link.call(Events.Append.name, event.json)
        waiting.append(.event(id))
    }

    func received(now: Int) throws {
        while let reply = try link?.next() {
            guard !waiting.isEmpty else { throw Violation("\(device.name): nobody asked") }
            try answered(waiting.removeFirst(), reply, now: now)
        }
    }

    private func answered(_ asked: Asked, _ reply: Reply, now: Int) throws {
        let error = reply.error.map { StateError(name: $0, parameters: reply.parameters) }
        switch (asked, error) {
        case (.event(let id), nil): cast.events.acknowledges(id)
        case (.clear, nil):
            try cast.book.answered(isDone: true, by: device.number, now: now)
        case (.clear, .notFound), (.clear, .expired):
            try cast.book.answered(isDone: false, by: device.number, now: now)
        case (.save, nil):
            let result = try Playback.Save.Reply(json: reply.parameters).result
            let isDone = result.outcome == .saved
            if !isDone { cast.ignored += 1 }
            try cast.book.answered(isDone: isDone, by: device.number, now: now)
        case (_, let error?): throw Violation("\(device.name): \(error)")
        }
    }
}

/// What those who write share.
final class SyncCast {
    /// What may stand where.
    var book = SyncBook()
    /// What events are where.
    var events = SyncEventBook()
    /// The number of the newest save.
    var serial = 0
    /// How many saves the daemons did not take.
    var ignored = 0
}
