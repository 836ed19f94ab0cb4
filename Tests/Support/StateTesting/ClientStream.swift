// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// A subscription on its own connection.
package final class ClientStream {
    /// The connection.
    package let client: Client
    /// The token of the newest reply.
    package private(set) var token = ""
    /// The number of states that replies reported as skipped.
    package private(set) var skipped = 0
    /// The last change that was returned.
    package private(set) var last: JSONValue?
    private var pending: [JSONValue] = []

    /// Subscribes without waiting for a reply.
    package init(_ path: String, _ parameters: JSONValue = [:]) throws {
        client = try Client(path)
        try client.send("io.stated.Playback.Subscribe", parameters, more: true)
    }

    /// An error that reports that a reply was an error.
    package struct Failure: Error {
        /// The reply.
        package let answer: Client.Answer
    }

    /// An error that reports that no change arrived before the timeout.
    package struct NoReply: Error {
        /// The changes that arrived instead, if the wait was for one that fits.
        var seen: [JSONValue] = []
    }

    /// Waits for the next reply of any kind and returns it.
    package func reply() throws -> Client.Answer {
        let answer = try client.receive()
        guard answer.error == nil else { throw Failure(answer: answer) }
        if let token = answer["token"]?.text { self.token = token }
        skipped += answer["skipped"]?.int ?? 0
        return answer
    }

    /// Returns all changes up to and including the first reply that is `ready`.
    package func untilReady() throws -> [JSONValue] {
        var changes: [JSONValue] = []
        while true {
            let answer = try reply()
            changes += answer["changes"]?.elements ?? []
            if answer["ready"] == true { return changes }
        }
    }

    /// Waits for the next change and returns it.
    package func next() throws -> JSONValue {
        let deadline = ContinuousClock.now + .seconds(ClientSocket.timeoutSeconds)
        while pending.isEmpty {
            pending = try reply()["changes"]?.elements ?? []
            // The daemon reports the stream's position now and then, so without a deadline this
            // could wait forever.
            guard !pending.isEmpty || ContinuousClock.now < deadline else { throw NoReply() }
        }
        let change = pending.removeFirst()
        last = change
        return change
    }

    /// Waits for the next changes and returns them.
    package func next(_ count: Int) throws -> [JSONValue] {
        try (0..<count).map { _ in try next() }
    }

    /// Waits for a change that fits; an error has the changes that arrived instead.
    package func waits(for isFit: (JSONValue) -> Bool) throws {
        var seen: [JSONValue] = []
        do {
            repeat { seen.append(try next()) } while seen.last.map(isFit) == false
        } catch is NoReply {
            throw NoReply(seen: seen)
        }
    }

    /// Returns all changes before the first change of the item.
    package func until(item: String) throws -> [JSONValue] {
        var changes: [JSONValue] = []
        while true {
            let change = try next()
            if change["item"] == .string(item) { return changes }
            changes.append(change)
        }
    }

    /// Returns all changes before the first change of the kind.
    package func until(kind: String) throws -> [JSONValue] {
        var changes: [JSONValue] = []
        while true {
            let change = try next()
            if change["kind"] == .string(kind) { return changes }
            changes.append(change)
        }
    }
}
