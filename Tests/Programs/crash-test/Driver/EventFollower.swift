// SPDX-License-Identifier: Apache-2.0
import CrashModel
import StateProtocol
import Varlink

/// A subscriber to events, which continues over crashes and restarts.
final class EventFollower: Participant {
    /// The connection, while there is one.
    var link: Link?
    /// The name of the follower.
    let name: String
    /// True if it never reads replies that are unread when the daemon dies.
    let isCareless: Bool
    /// True if it has received all events.
    private(set) var isReady = false
    private let cast: EventCast
    private var token: String?

    /// Creates the follower with the given name in the model.
    ///
    /// A careless follower never reads replies that are unread when the daemon dies, and reads
    /// little at a time.
    init(_ name: String, isCareless: Bool, _ cast: EventCast) {
        self.name = name
        self.isCareless = isCareless
        self.cast = cast
    }

    /// The number of bytes that it reads at a time.
    var appetite: Int { isCareless ? 1 << 13 : 1 << 20 }

    /// Continues on a new connection.
    func follow(_ link: Link) {
        isReady = false
        link.call(Events.Follow.name, Events.Follow.Parameters(token: token).json, more: true)
        self.link = link
    }

    /// Returns true: it always reads.
    func reads(at now: Int) -> Bool { true }

    /// Does nothing: it makes no further calls.
    func speak(now: Int) {}

    /// Checks the events of the replies that arrived.
    func received(now: Int) throws {
        while let reply = try link?.next() {
            if let error = reply.error {
                let known = StateError(name: error, parameters: reply.parameters)
                throw Violation("\(name): the stream ended with \(known)")
            }
            let delivered = try Events.Follow.Reply(json: reply.parameters)
            try cast.book.delivers(try delivered.events.map(EventCast.found), to: name)
            isReady = delivered.ready
            token = delivered.token
        }
    }
}
