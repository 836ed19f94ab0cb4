// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import Varlink

struct Route {
    struct Arrival {
        let call: Call
        let connection: ConnectionID
        let tenant: Tenant
        let services: Services

        var caller: Caller { Caller(call, on: connection) }
    }

    let name: String
    var weight = CallWeight.heavy
    let carryOut: (Arrival) -> CallDisposition

    static var all: [Route] { playback + session + events + sync + service }

    var light: Route { Route(name: name, weight: .light, carryOut: carryOut) }

    /// Returns a copy of the route with a check before the parameters are decoded.
    func checked(by check: @escaping (Arrival) throws(StateError) -> Void) -> Route {
        Route(name: name, weight: weight) { arrival in
            do throws(StateError) {
                try check(arrival)
            } catch {
                arrival.refuse(error)
                return .next
            }
            return carryOut(arrival)
        }
    }
}

// The routes of the different kinds of methods.
extension Route {
    init<Method: StateMethod>(_: Method.Type, carryOut: @escaping (Arrival) -> CallDisposition) {
        self.init(name: Method.name, carryOut: carryOut)
    }

    typealias Handler<Parameters, Result> = (Arrival, Parameters) throws(StateError) -> Result

    static func to<Component, Parameters, Result>(
        _ component: @escaping (Tenant) -> Component,
        _ handler: @escaping (Component) -> (Parameters) throws(StateError) -> Result
    ) -> Handler<Parameters, Result> {
        { (arrival, parameters) throws(StateError) in
            try handler(component(arrival.tenant))(parameters)
        }
    }

    static func to<Component, Parameters, Result>(
        _ component: @escaping (Tenant) -> Component,
        _ handler: @escaping (Component) -> (Parameters, Caller) throws(StateError) -> Result
    ) -> Handler<Parameters, Result> {
        { (arrival, parameters) throws(StateError) in
            try handler(component(arrival.tenant))(parameters, arrival.caller)
        }
    }

    /// Returns the route of a method that only reads.
    ///
    /// The reply waits for the commit of earlier writes.
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

    /// Returns the route of a method that may write.
    ///
    /// The reply waits for the commit.
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

    /// Returns the route of a method that starts a job.
    ///
    /// The connection waits for the job's reply.
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

    /// Returns the route of a method that reads in slices, as a job.
    ///
    /// The connection waits for the job's reply. A one-way call is ignored, because its reply would
    /// be discarded.
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

    /// Returns the route of a method that makes the connection a stream.
    ///
    /// The call must have `more`.
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

    /// Returns a route that passes a call to `first` if `fits` returns true, and otherwise to
    /// `second`.
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
    /// Starts work that replies later; if it cannot start, replies with the error.
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
