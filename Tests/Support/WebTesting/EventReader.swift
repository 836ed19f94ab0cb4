// SPDX-License-Identifier: Apache-2.0
import StateTesting
package import Varlink

/// The events of a stream, as a browser reads them.
package final class EventReader {
    /// An event.
    package struct Event: Equatable {
        /// The name; `nil` for a message.
        package var name: String?
        /// The position after the event.
        package var id: String?
        /// The content.
        package var data = ""
    }

    /// The head of the response; `nil` before it was read.
    package private(set) var response: WebResponse?
    private let connection: WebConnection
    private var pending: [(event: Event, change: JSONValue)] = []
    private var rest = ""

    package init(_ connection: WebConnection) {
        self.connection = connection
    }

    /// Returns the next event; comments are passed over.
    package func next() throws -> Event {
        if response == nil { response = try connection.head() }
        while true {
            while let end = rest.firstRange(of: "\n\n") {
                let text = rest[..<end.lowerBound]
                rest.removeSubrange(..<end.upperBound)
                if let event = Self.event(in: String(text)) { return event }
            }
            guard let chunk = try connection.chunk() else {
                throw WebConnection.Failure(call: "the stream ended", errno: 0)
            }
            rest += String(decoding: chunk, as: UTF8.self)
        }
    }

    private static func event(in text: String) -> Event? {
        var event = Event()
        for line in text.split(separator: "\n") {
            if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
            if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
            if line.hasPrefix("data: ") { event.data += line.dropFirst(6) }
        }
        return event.data.isEmpty ? nil : event
    }

    /// Returns the next change of one of the given kinds, with the event that it came with.
    package func next(_ kinds: String...) throws -> (event: Event, change: JSONValue) {
        while true {
            while !pending.isEmpty {
                let next = pending.removeFirst()
                if kinds.contains(next.change["kind"]?.text ?? "") { return next }
            }
            let event = try next()
            var reader = JSONReader(Array(event.data.utf8))
            pending = (try reader.value()["changes"]?.elements ?? []).map { (event, $0) }
        }
    }
}
