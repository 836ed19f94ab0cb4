import CrashModel
import StateModel
import StateProtocol
import Varlink

/// One of those that follow the changes.
final class Listener: Participant {
    /// How it reads.
    enum Pace {
        /// As fast as it can.
        case prompt
        /// A little, now and then.
        case slow
        /// As fast as it can; but what waits when the daemon dies it never sees.
        case careless
    }

    var link: Link?
    /// Whether a slow one reads like the others, to catch up.
    var hurries = false
    /// Its name.
    let name: String
    /// How it reads.
    let pace: Pace
    private let trial: Trial
    private var nextRead = 0
    /// How long a slow one looks away, in milliseconds.
    private static let pause = 50

    /// The subscriber that the trial's checker knows by that name.
    init(_ name: String, _ pace: Pace, _ trial: Trial) {
        self.name = name
        self.pace = pace
        self.trial = trial
    }

    /// Subscribes over a new connection.
    func subscribe(_ link: Link) {
        trial.checker.subscribes(name)
        let book = trial.checker.listener(name)
        let parameters = Playback.Subscribe.Parameters(token: book?.token, player: book?.player)
        link.call(Playback.Subscribe.name, parameters.json, more: true)
        self.link = link
    }

    var appetite: Int { pace == .slow && !hurries ? 1 << 14 : 1 << 20 }
    var isCareless: Bool { pace == .careless }

    /// Whether it is up to date.
    var isReady: Bool { link?.isOpen == true && trial.checker.listener(name)?.isReady == true }

    func reads(at now: Int) -> Bool {
        pace != .slow || hurries || now >= nextRead
    }

    func speak(now: Int) {}

    func received(now: Int) throws {
        if pace == .slow, !hurries { nextRead = now + Self.pause }
        while let reply = try link?.next() {
            if let error = reply.error {
                let known = StateError(name: error, parameters: reply.parameters)
                throw Violation("\(name): the stream ended with \(known)")
            }
            let told = try Playback.Subscribe.Reply(json: reply.parameters)
            try trial.checker.told(
                name,
                told.changes,
                ready: told.ready,
                skipped: told.skipped,
                token: told.token,
                now: now
            )
        }
    }
}
