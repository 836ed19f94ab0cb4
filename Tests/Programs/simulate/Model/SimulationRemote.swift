// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import StateSync
package import SyncModel
package import SyncTesting

/// The remote of a simulation, with the mishaps that can befall it.
package protocol SimulationRemote {
    /// The guarantees and the faults.
    var manners: SimulatedServer.Manners { get set }
    /// All records that the remote holds, oldest first.
    var records: [RemoteRecord] { get }
    /// The number of records that ``rewind(by:)`` can take away.
    var count: Int { get }

    /// The current epoch; `nil` if the drivers compare it themselves.
    var epoch: Int? { get }

    /// Answers a call that arrives at `now`, in milliseconds by the remote's own clock.
    ///
    /// - Parameters:
    ///   - call: the call.
    ///   - caller: the device that made it.
    ///   - now: the time of its arrival.
    /// - Returns: the answer, and the records that were stored because of the call.
    mutating func answer(
        _ call: RemoteCall,
        from caller: SimulationCaller,
        now: Timestamp
    ) -> (answer: RemoteAnswer, stored: [RemoteRecord])

    /// Returns to an older state, which lacks about the given number of records.
    mutating func rewind(by count: Int)
    /// Crashes and starts again.
    mutating func crash()
    /// Makes all current records durable.
    mutating func sync()
}

/// A device of a simulation as its remote knows it: its driver ends with the life.
package struct SimulationCaller: Sendable, Hashable {
    /// The number of the device.
    package var number: Int
    /// The number of the life of its process.
    package var life: Int
    /// The identity of its store.
    package var origin: Origin
}

extension SimulatedServer: SimulationRemote {
    /// The current epoch.
    package var epoch: Int? { identity.epoch }

    /// Answers a call.
    package mutating func answer(
        _ call: RemoteCall,
        from caller: SimulationCaller,
        now: Timestamp
    ) -> (answer: RemoteAnswer, stored: [RemoteRecord]) {
        let before = count
        let answer = answer(call, now: now)
        return (answer, records(after: before))
    }
}
