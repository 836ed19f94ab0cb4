// SPDX-License-Identifier: Apache-2.0
import CrashModel
import StateModel
import StateProtocol
import Varlink

/// A writer that constantly saves, clears and appends on one device.
final class SyncWriter: Participant {
    /// An outstanding call.
    private enum Asked {
        case save, clear
        case event(String)
    }

    /// The connection, while there is one.
    var link: Link? {
        didSet { waiting = [] }
    }
    /// The number of bytes that it reads at a time.
    let appetite = 1 << 20
    /// False: it reads all replies.
    let isCareless = false
    /// True while it makes new calls.
    var isActive = true
    /// The maximum number of outstanding calls.
    var depth = 8
    private let device: (name: String, number: Int)
    private let cast: SyncCast
    private var random: SeededRandom
    private var waiting: [Asked] = []
    private static let items = 40

    /// Creates a writer on a device, whose calls are determined by the seed.
    init(on device: (name: String, number: Int), seed: UInt64, _ cast: SyncCast) {
        self.device = device
        self.cast = cast
        random = SeededRandom(seed: seed)
    }

    /// True if all its calls are answered.
    var isQuiet: Bool { waiting.isEmpty }

    /// Returns true: it always reads.
    func reads(at now: Int) -> Bool { true }

    /// Makes calls until the maximum number is outstanding.
    func speak(now: Int) {
        guard isActive, let link, link.isOpen else { return }
        while waiting.count < depth { ask(over: link, now: now) }
    }

    /// Returns the position that is sent with the write of the given number.
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

    /// Checks the replies that arrived.
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

/// The state that the writers on all devices share.
final class SyncCast {
    /// The reference model of the items.
    var book = SyncBook()
    /// The reference model of the events.
    var events = SyncEventBook()
    /// The number of the newest save.
    var serial = 0
    /// The number of saves that the daemons ignored.
    var ignored = 0
}
