// SPDX-License-Identifier: Apache-2.0
import CrashModel
import CrashSystem
import Glibc
import StateModel
import StateProtocol
import Varlink

/// A client that waits for the answer to each call.
struct Caller {
    private let link: Link

    /// Connects to the daemon that listens on `path`; `nil` if there is none.
    init?(to path: String) {
        guard let link = Link(to: path) else { return nil }
        self.link = link
    }

    /// Makes a call and waits for the reply.
    func ask<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters
    ) throws -> Method.Reply {
        link.call(Method.name, parameters.json)
        return try Method.Reply(json: try answer(to: Method.name))
    }

    /// Makes a oneway call, which gets no reply.
    func send<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters
    ) throws {
        link.call(Method.name, parameters.json, oneway: true)
        link.flush()
        guard link.isOpen else { throw Disconnected() }
    }

    private func answer(to method: String) throws -> [UInt8] {
        let deadline = wallClock() + 60_000
        while true {
            if let reply = try link.next() {
                guard let error = reply.error else { return reply.parameters }
                throw StateError(name: error, parameters: reply.parameters)
            }
            guard link.isOpen else { throw Disconnected() }
            guard wallClock() < deadline else { throw Violation("\(method): no answer in 60 s") }
            if crash_interruptions() > 0 { throw Interrupted() }
            link.flush()
            var look = pollfd(
                fd: link.descriptor,
                events: Int16(POLLIN | (link.isSending ? POLLOUT : 0)),
                revents: 0
            )
            poll(&look, 1, 100)
            link.receive()
        }
    }

    /// An error that reports that the daemon closed the connection.
    struct Disconnected: Error {}
}

extension Caller {
    /// Reads all resume points and the histories of the given items.
    func survey(histories items: [String]) throws -> Survey {
        var survey = Survey(began: wallClock())
        var cursor: String?
        repeat {
            let page = try ask(
                Playback.List.self,
                Playback.List.Parameters(limit: 1000, cursor: cursor)
            )
            for point in page.points { try note(point, in: &survey) }
            cursor = page.cursor
        } while cursor != nil
        for player in try ask(Session.ListPlayers.self, .init()).players {
            survey.players[player.player] = player
        }
        for item in items { survey.histories[item] = try history(of: item) }
        survey.ended = wallClock()
        return survey
    }

    private func note(_ point: ResumePoint, in survey: inout Survey) throws {
        guard let place = Place(point) else { throw Violation("nobody sent that: \(point)") }
        guard survey.points[point.item] == nil else {
            throw Violation("List has \(point.item) twice")
        }
        survey.points[point.item] = Survey.Point(
            place: place,
            at: point.at.rawValue,
            expiresAt: point.expiresAt.rawValue
        )
    }

    private func history(of item: String) throws -> Survey.History {
        var history = Survey.History()
        do {
            let reply = try ask(Playback.History.self, Playback.History.Parameters(item: item))
            for entry in reply.entries {
                guard let place = Place(entry.point) else {
                    throw Violation("nobody sent that: \(entry)")
                }
                if entry.ending == .quarantined {
                    history.quarantined.insert(place.serial)
                } else {
                    history.past.append(ExpectedItemState.Past(place: place, ending: entry.ending))
                }
            }
        } catch StateError.notFound {
            // The item was never written, so it has no history.
        }
        return history
    }
}
