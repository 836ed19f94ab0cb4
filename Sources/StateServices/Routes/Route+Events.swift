// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import Varlink

extension Route {
    /// The methods of io.stated.Events.
    static var events: [Route] {
        [
            .write(Events.Append.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.events.append(parameters)
            }.light,
            .read(Events.List.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.events.listEvents(parameters)
            },
            .stream(Events.Follow.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.streams.follow(parameters, on: arrival.connection)
            },
        ]
    }
}
