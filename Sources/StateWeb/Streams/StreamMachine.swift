// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink
package import VarlinkNIO

/// The state machine of a browser's stream, which survives restarts of the daemon.
///
/// If the browser's token is no longer valid, the stream starts over.
package struct StreamMachine: Equatable, Sendable {
    package enum Step: Equatable, Sendable {
        /// Connect again after the duration; before that, send `event` unless it is `nil`.
        case retry(after: Duration, event: ServerSentEvent?)
        case fail(error: String, parameters: [UInt8])
    }

    /// The token after the last event; `nil` at the beginning.
    package private(set) var token: String?
    private var isLost = false
    private var pause = DoublingPause(milliseconds: 250, longest: longestMilliseconds)

    static let longestMilliseconds = 8_000

    package init(token: String?) {
        self.token = token
    }

    package mutating func arrived(_ event: ServerSentEvent) -> [ServerSentEvent] {
        token = event.id ?? token
        pause.restart()
        defer { isLost = false }
        return isLost ? [ServerSentEvent(name: "back", data: Array("{}".utf8)), event] : [event]
    }

    /// Returns the next step after the daemon's stream has ended; `error` is `nil` after a normal
    /// end.
    package mutating func ended(_ error: ClientError?) -> Step {
        if case .reply(let name, let parameters)? = error {
            guard Self.requiresResync(after: name), token != nil else {
                return .fail(error: name, parameters: parameters)
            }
            token = nil
            return .retry(after: .zero, event: ServerSentEvent(name: "resync", data: parameters))
        }
        defer { isLost = true }
        let after = Duration.milliseconds(pause.next())
        return .retry(after: after, event: isLost ? nil : Self.lost(error))
    }

    static func requiresResync(after error: String) -> Bool { error.hasSuffix(".ResyncRequired") }

    private static func lost(_ error: ClientError?) -> ServerSentEvent {
        let reason = error.map { "\($0)" } ?? "the daemon ended the stream"
        return ServerSentEvent(
            name: "lost",
            data: JSONValue.members(["why": .string(reason)]).encoded
        )
    }
}
