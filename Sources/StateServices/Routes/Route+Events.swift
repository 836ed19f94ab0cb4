// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import Varlink

extension Route {
    static var events: [Route] {
        [
            .write(Events.Append.self, to(\.events, EventCalls.append)).light,
            .write(Events.AppendMany.self, to(\.events, EventCalls.appendMany)),
            .read(Events.List.self, to(\.events, EventCalls.listEvents)),
            .read(Events.Latest.self, to(\.events, EventCalls.latest)),
            .write(Events.Clear.self, to(\.events, EventCalls.clear)).light,
            .write(Events.Undo.self, to(\.events, EventCalls.undo)),
            .stream(Events.Follow.self, to(\.streams, Streams.follow)),
        ]
    }
}
