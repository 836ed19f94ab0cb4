import CrashModel
import StateProtocol
import Varlink

/// One of those that follow the events, over crashes and restarts.
final class EventFollower: Participant {
    var link: Link?
    /// Its name.
    let name: String
    let isCareless: Bool
    /// Whether it has heard of everything.
    private(set) var isReady = false
    private let cast: EventCast
    private var token: String?

    /// The follower that the book knows by that name.
    ///
    /// One that is careless never sees what waits when the daemon dies, and reads little at a time.
    init(_ name: String, isCareless: Bool, _ cast: EventCast) {
        self.name = name
        self.isCareless = isCareless
        self.cast = cast
    }

    var appetite: Int { isCareless ? 1 << 13 : 1 << 20 }

    /// Goes on over a new connection.
    func follow(_ link: Link) {
        isReady = false
        link.call(Events.Follow.name, Events.Follow.Parameters(token: token).json, more: true)
        self.link = link
    }

    func reads(at now: Int) -> Bool { true }

    func speak(now: Int) {}

    func received(now: Int) throws {
        while let reply = try link?.next() {
            if let error = reply.error {
                let known = StateError(name: error, parameters: reply.parameters)
                throw Violation("\(name): the stream ended with \(known)")
            }
            let told = try Events.Follow.Reply(json: reply.parameters)
            try cast.book.tells(try told.events.map(EventCast.found), to: name)
            isReady = told.ready
            token = told.token
        }
    }
}
