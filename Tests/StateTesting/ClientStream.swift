package import Varlink

/// A subscription on a connection of its own.
package final class ClientStream {
    /// The connection.
    package let client: Client
    /// The token of the newest reply.
    package private(set) var token = ""
    /// The states that replies admitted to have passed over.
    package private(set) var skipped = 0
    /// The newest change that was taken.
    package private(set) var last: JSONValue?
    private var pending: [JSONValue] = []

    /// Subscribes; nothing is awaited yet.
    package init(_ path: String, _ parameters: JSONValue = [:]) throws {
        client = try Client(path)
        try client.send("io.stated.Playback.Subscribe", parameters, more: true)
    }

    /// A reply was an error.
    package struct Failure: Error {
        /// The reply.
        package let answer: Client.Answer
    }

    /// Nothing changed for a long time.
    package struct Silence: Error {}

    /// The next reply, whatever it holds.
    package func reply() throws -> Client.Answer {
        let answer = try client.receive()
        guard answer.error == nil else { throw Failure(answer: answer) }
        if let token = answer["token"]?.text { self.token = token }
        skipped += answer["skipped"]?.int ?? 0
        return answer
    }

    /// All changes up to the reply that is the first to say `ready`, its own included.
    package func untilReady() throws -> [JSONValue] {
        var changes: [JSONValue] = []
        while true {
            let answer = try reply()
            changes += answer["changes"]?.elements ?? []
            if answer["ready"] == true { return changes }
        }
    }

    /// The next change; waits for it.
    package func next() throws -> JSONValue {
        let deadline = ContinuousClock.now + .seconds(ClientSocket.patience)
        while pending.isEmpty {
            pending = try reply()["changes"]?.elements ?? []
            // The daemon says where the stream stands now and then, so waiting would never end.
            guard !pending.isEmpty || ContinuousClock.now < deadline else { throw Silence() }
        }
        let change = pending.removeFirst()
        last = change
        return change
    }

    /// The next changes.
    package func next(_ count: Int) throws -> [JSONValue] {
        try (0..<count).map { _ in try next() }
    }

    /// Everything up to the first change of that item, which is left out.
    package func until(item: String) throws -> [JSONValue] {
        var changes: [JSONValue] = []
        while true {
            let change = try next()
            if change["item"] == .string(item) { return changes }
            changes.append(change)
        }
    }

    /// Everything up to the first change of that kind, which is left out.
    package func until(kind: String) throws -> [JSONValue] {
        var changes: [JSONValue] = []
        while true {
            let change = try next()
            if change["kind"] == .string(kind) { return changes }
            changes.append(change)
        }
    }
}
