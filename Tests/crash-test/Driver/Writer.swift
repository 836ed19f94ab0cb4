import CrashModel
import Glibc
import StateModel
import StateProtocol
import Varlink

/// One of those that write as fast as the daemon lets them.
final class Writer: Participant {
    var link: Link? {
        didSet { waiting = [] }
    }
    let appetite = 1 << 20
    let isCareless = false
    /// Whether it writes.
    var isActive = false
    /// How many calls it has on their way at a time.
    var depth = 8
    private let trial: Trial
    private var script: Script
    private var waiting: [WriterCall] = []
    private var pausesUntil = 0
    /// How long a writer that was refused waits, in milliseconds.
    private static let pause = 25

    /// A writer of that name, whose calls follow from the seed.
    init(_ name: String, seed: UInt64, _ trial: Trial) {
        script = Script(name: name, seed: seed)
        self.trial = trial
    }

    /// Its name, its player's too.
    var name: String { script.name }
    /// Whether all its calls are answered.
    var isQuiet: Bool { waiting.isEmpty }

    /// Writes other items from now on.
    func turnPage() {
        script.turnPage()
    }

    func reads(at now: Int) -> Bool { true }

    func speak(now: Int) {
        guard isActive, let link, link.isOpen, now >= pausesUntil else { return }
        while waiting.count < depth {
            let operation = script.next()
            trial.checker.sent(operation, by: name, now: now)
            send(operation, over: link)
            if !operation.isOneway { waiting.append(operation) }
        }
    }

    private func send(_ operation: WriterCall, over link: Link) {
        switch operation {
        case .save(let write), .tick(let write):
            let parameters = Playback.Save.Parameters(snapshot: write.snapshot(by: name))
            link.call(Playback.Save.name, parameters.json, oneway: operation.isOneway)
        case .saveMany(let writes):
            let snapshots = writes.map { $0.snapshot(by: name) }
            link.call(
                Playback.SaveMany.name,
                Playback.SaveMany.Parameters(snapshots: snapshots).json
            )
        case .clear(let item):
            link.call(Playback.Clear.name, ItemParameters(item: item).json)
        case .undo(let item):
            link.call(Playback.Undo.name, Playback.Undo.Parameters(item: item).json)
        }
    }

    func received(now: Int) throws {
        while let reply = try link?.next() {
            guard !waiting.isEmpty else { throw Violation("\(name): an answer to nothing") }
            let answer = try Answer(reply, to: waiting.removeFirst())
            if answer == .refused { pausesUntil = now + Self.pause }
            try trial.checker.answered(answer, to: name, now: now)
        }
    }
}

extension Answer {
    /// What a reply to a call says.
    fileprivate init(_ reply: Reply, to operation: WriterCall) throws {
        if let error = reply.error {
            switch StateError(name: error, parameters: reply.parameters) {
            case .notFound: self = .notFound
            case .storageUnavailable: self = .refused
            case let other: self = .other("\(other)")
            }
            return
        }
        switch operation {
        case .save, .tick:
            self = .results([try Playback.Save.Reply(json: reply.parameters).result])
        case .saveMany:
            self = .results(try Playback.SaveMany.Reply(json: reply.parameters).results)
        case .clear:
            self = .cleared(revision: try RevisionReply(json: reply.parameters).revision)
        case .undo:
            self = .restored(try PointReply(json: reply.parameters).point)
        }
    }
}
