// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import Varlink

/// A method and how its calls are executed.
struct Route {
    /// A call that has arrived.
    struct Arrival {
        let call: Call
        /// The caller's connection.
        let connection: ConnectionID
        /// The tenant of the connection.
        let tenant: Tenant
        /// The services of the daemon.
        let services: Services

        var caller: Caller { Caller(call, on: connection) }
    }

    /// The method's qualified name.
    let name: String
    /// The weight of its calls: light if they concern a single item, player, event or alert.
    let weight: CallWeight
    /// Carries out a call.
    let carryOut: (Arrival) -> CallDisposition

    private init(
        name: String,
        weight: CallWeight = .heavy,
        carryOut: @escaping (Arrival) -> CallDisposition
    ) {
        self.name = name
        self.weight = weight
        self.carryOut = carryOut
    }

    /// Creates a route for a method that needs special handling.
    init<Method: StateMethod>(_: Method.Type, carryOut: @escaping (Arrival) -> CallDisposition) {
        self.init(name: Method.name, carryOut: carryOut)
    }

    /// The routes of all interfaces.
    static var all: [Route] { playback + session + events + sync + service }

    /// The same route with the weight of a light call.
    var light: Route { Route(name: name, weight: .light, carryOut: carryOut) }

    /// Returns the same route with a check before the parameters are read.
    func checked(by check: @escaping (Arrival) throws(StateError) -> Void) -> Route {
        let refusal = { (arrival: Arrival) -> StateError? in
            do throws(StateError) {
                try check(arrival)
                return nil
            } catch {
                return error
            }
        }
        return Route(name: name, weight: weight) { arrival in
            guard let refusal = refusal(arrival) else { return carryOut(arrival) }
            arrival.refuse(refusal)
            return .next
        }
    }
}

// The kinds of methods.
extension Route {
    /// A function that executes a call.
    typealias Handler<Parameters, Result> = (Arrival, Parameters) throws(StateError) -> Result

    /// Returns the handler that a component of the tenant provides.
    static func to<Component, Parameters, Result>(
        _ component: @escaping (Tenant) -> Component,
        _ handler: @escaping (Component) -> (Parameters) throws(StateError) -> Result
    ) -> Handler<Parameters, Result> {
        { (arrival, parameters) throws(StateError) in
            try handler(component(arrival.tenant))(parameters)
        }
    }

    /// Returns the handler that a component of the tenant provides, which also takes the caller.
    static func to<Component, Parameters, Result>(
        _ component: @escaping (Tenant) -> Component,
        _ handler: @escaping (Component) -> (Parameters, Caller) throws(StateError) -> Result
    ) -> Handler<Parameters, Result> {
        { (arrival, parameters) throws(StateError) in
            try handler(component(arrival.tenant))(parameters, arrival.caller)
        }
    }

    /// Returns the handler that a component provides, which also takes the connection.
    static func to<Component, Parameters, Result>(
        _ component: @escaping (Tenant) -> Component,
        _ handler:
            @escaping (Component) -> (Parameters, ConnectionID) throws(StateError) -> Result
    ) -> Handler<Parameters, Result> {
        { (arrival, parameters) throws(StateError) in
            try handler(component(arrival.tenant))(parameters, arrival.connection)
        }
    }

    /// Returns the route of a method that only reads; the reply waits for earlier writes.
    static func read<Method: StateMethod>(
        _ method: Method.Type,
        _ handler: @escaping Handler<Method.Parameters, [UInt8]>
    ) -> Route {
        Route(method) { arrival in
            arrival.tenant.queue.read(arrival.call, from: arrival.connection) {
                () throws(StateError) in
                try handler(arrival, try method.parameters(of: arrival.call))
            }
            return .next
        }
    }

    /// Returns the route of a method that may write; the reply waits for the commit.
    static func write<Method: StateMethod>(
        _ method: Method.Type,
        _ handler: @escaping Handler<Method.Parameters, [UInt8]>
    ) -> Route {
        Route(method) { arrival in
            arrival.tenant.queue.write(arrival.call, from: arrival.connection) {
                () throws(StateError) in
                try handler(arrival, try method.parameters(of: arrival.call))
            }
            return .next
        }
    }

    /// Returns the route of a method that starts a job; the connection waits for the reply.
    static func job<Method: StateMethod>(
        _ method: Method.Type,
        _ start: @escaping Handler<Method.Parameters, Void>
    ) -> Route {
        Route(method) { arrival in
            arrival.start(as: .wait) { () throws(StateError) in
                try start(arrival, try method.parameters(of: arrival.call))
            }
        }
    }

    /// Returns the route of a method that only reads, by a job in slices; the connection waits for
    /// the reply.
    ///
    /// A one-way call is ignored, because its reply would be discarded.
    static func slices<Method: StateMethod>(
        _ method: Method.Type,
        _ job: @escaping Handler<Method.Parameters, any Job>
    ) -> Route {
        Route(method) { arrival in
            guard !arrival.call.oneway else { return .next }
            return arrival.start(as: .wait) { () throws(StateError) in
                let parameters = try method.parameters(of: arrival.call)
                arrival.tenant.jobs.start(try job(arrival, parameters))
            }
        }
    }

    /// Returns the route of a method that makes the connection a stream; it requires `more`.
    static func stream<Method: StateMethod>(
        _ method: Method.Type,
        _ begin: @escaping Handler<Method.Parameters, Void>
    ) -> Route {
        Route(method) { arrival in
            arrival.start(as: .stream) { () throws(StateError) in
                guard arrival.caller.wantsMore else { throw .expectedMore }
                try begin(arrival, try method.parameters(of: arrival.call))
            }
        }
    }

    /// Returns a route whose calls take `first` if `fits` returns true, otherwise `second`.
    static func either(
        _ first: Route,
        if fits: @escaping (Arrival) -> Bool,
        else second: Route
    ) -> Route {
        Route(name: second.name, weight: second.weight) { arrival in
            fits(arrival) ? first.carryOut(arrival) : second.carryOut(arrival)
        }
    }
}

extension Route.Arrival {
    /// Starts work that replies later; replies with an error at once if it cannot start.
    fileprivate func start(
        as disposition: CallDisposition,
        _ body: () throws(StateError) -> Void
    ) -> CallDisposition {
        do throws(StateError) {
            try body()
            return disposition
        } catch {
            refuse(error)
            return .next
        }
    }

    fileprivate func refuse(_ error: StateError) {
        if !call.oneway { tenant.queue.answer(error.message, to: connection) }
    }
}
