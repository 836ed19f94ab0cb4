// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import StateModel
import StateProtocol
import Varlink

/// A writer that writes as fast as the daemon accepts.
final class Writer: Participant {
    /// The connection, while there is one.
    var link: Link? {
        didSet { waiting = [] }
    }
    /// The number of bytes that it reads at a time.
    let appetite = 1 << 20
    /// False: it reads all replies.
    let isCareless = false
    /// True while it makes new calls.
    var isActive = false
    /// The maximum number of outstanding calls.
    var depth = 8
    private let trial: Trial
    private var script: Script
    private var waiting: [WriterCall] = []
    private var pausesUntil = 0
    /// The pause of a writer after a refused call, in milliseconds.
    private static let pause = 25

    /// Creates a writer whose calls are determined by the seed.
    init(_ name: String, seed: UInt64, _ trial: Trial) {
        script = Script(name: name, seed: seed)
        self.trial = trial
    }

    /// The name of the writer and its player.
    var name: String { script.name }
    /// True if all its calls are answered.
    var isQuiet: Bool { waiting.isEmpty }

    /// Changes to other items.
    func turnPage() {
        script.turnPage()
    }

    /// Returns true: it always reads.
    func reads(at now: Int) -> Bool { true }

    /// Makes calls until the maximum number is outstanding.
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

    /// Checks the replies that arrived.
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
    /// Creates the answer from a reply to a call.
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
