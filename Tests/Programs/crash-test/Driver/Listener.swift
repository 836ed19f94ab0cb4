// SPDX-License-Identifier: Apache-2.0
import CrashModel
import StateModel
import StateProtocol
import Varlink

/// A subscriber to changes.
final class Listener: Participant {
    /// The way in which a subscriber reads.
    enum Pace {
        /// It reads as fast as it can.
        case prompt
        /// It reads a little at intervals.
        case slow
        /// It reads as fast as it can, but never reads replies that are unread when the daemon
        /// dies.
        case careless
    }

    /// The connection, while there is one.
    var link: Link?
    /// True if a slow subscriber reads like the others to catch up.
    var hurries = false
    /// The name of the subscriber.
    let name: String
    /// The way in which it reads.
    let pace: Pace
    private let trial: Trial
    private var nextRead = 0
    /// The interval between two reads of a slow subscriber, in milliseconds.
    private static let pause = 50

    /// Creates the subscriber with the given name in the trial's checker.
    init(_ name: String, _ pace: Pace, _ trial: Trial) {
        self.name = name
        self.pace = pace
        self.trial = trial
    }

    /// Subscribes on a new connection.
    func subscribe(_ link: Link) {
        trial.checker.subscribes(name)
        let book = trial.checker.listener(name)
        let parameters = Playback.Subscribe.Parameters(token: book?.token, player: book?.player)
        link.call(Playback.Subscribe.name, parameters.json, more: true)
        self.link = link
    }

    /// The number of bytes that it reads at a time.
    var appetite: Int { pace == .slow && !hurries ? 1 << 14 : 1 << 20 }
    /// True if it never reads replies that are unread when the daemon dies.
    var isCareless: Bool { pace == .careless }

    /// True if the subscriber is up to date.
    var isReady: Bool { link?.isOpen == true && trial.checker.listener(name)?.isReady == true }

    /// Returns true unless it is slow and its interval is not over.
    func reads(at now: Int) -> Bool {
        pace != .slow || hurries || now >= nextRead
    }

    /// Does nothing: it makes no further calls.
    func speak(now: Int) {}

    /// Checks the changes of the replies that arrived.
    func received(now: Int) throws {
        if pace == .slow, !hurries { nextRead = now + Self.pause }
        while let reply = try link?.next() {
            if let error = reply.error {
                let known = StateError(name: error, parameters: reply.parameters)
                throw Violation("\(name): the stream ended with \(known)")
            }
            let delivered = try Playback.Subscribe.Reply(json: reply.parameters)
            try trial.checker.delivered(
                name,
                delivered.changes,
                ready: delivered.ready,
                skipped: delivered.skipped,
                token: delivered.token,
                now: now
            )
        }
    }
}
