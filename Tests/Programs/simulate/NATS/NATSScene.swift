// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import NATSTesting
internal import RemoteNATS
package import Simulation
package import StateModel
package import StateSync
internal import StateTesting
package import SyncModel
package import SyncTesting
internal import Synchronization

/// Real NATS servers as the remote of a simulation, with a real driver for each life of a device.
///
/// Time is virtual for the devices alone, so what servers say of it is left out.
package final class NATSScene: SimulationRemote {
    /// The guarantees of NATS servers, which refuse nothing.
    package var manners: SimulatedServer.Manners
    /// Zero: the older state is the one that ``sync()`` kept.
    package let count = 0

    private let cluster: NATSCluster
    private let place: NATSPlace
    private let spectator: NATSRemote
    private var drivers: [SimulationCaller: NATSRemote] = [:]
    private var hasCopy = false
    /// The server that crashes next.
    private var next = 0
    /// The longest time for servers to answer again, in seconds.
    private static let timeoutSeconds = 60

    /// Starts servers.
    package init(servers: Int) throws {
        manners = SimulatedServer.Manners()
        manners.isDurable = false
        manners.comparesAndSwaps = true
        manners.measuresWaits = false
        cluster = try NATSCluster(servers)
        place = NATSPlace(servers: cluster.addresses, name: "home", isSecure: false)
        let origin = Origin(device: .max, incarnation: 1)
        spectator = NATSRemote(place, origin: origin, known: nil)
        try awaitAnswer()
    }

    /// All records that the servers hold.
    package var records: [RemoteRecord] {
        let spectator = spectator
        return wait {
            var records: [RemoteRecord] = []
            var cursor: RemoteCursor?
            while true {
                _ = try await spectator.setUp()
                let page = try await spectator.page(after: cursor, limit: 500)
                guard case .entries(let entries, let after, let more) = page else {
                    throw RemoteError.transient("there is a gap before the first record")
                }
                records += entries.map(\.record)
                cursor = after
                if !more { return records }
            }
        } ?? []
    }

    /// Nothing: the drivers compare epochs.
    package var epoch: Int? { nil }

    /// Passes a call to the caller's driver.
    package func answer(
        _ call: RemoteCall,
        from caller: SimulationCaller,
        now: Timestamp
    ) -> (answer: RemoteAnswer, stored: [RemoteRecord]) {
        guard let driver = driver(of: caller) else {
            return (.failed(.offline("the caller has ended")), [])
        }
        let answer = answer(call, of: driver)
        switch (call, answer) {
        case (.push(let batch), .pushed(let outcomes)):
            let stored = zip(batch, outcomes).filter { $0.1.isStored }.map(\.0)
            return (.pushed(outcomes.map(\.withoutTimes)), stored)
        case (_, .page(.entries(let entries, let cursor, let more))):
            let entries = entries.map(\.withoutTimes)
            return (.page(.entries(entries, cursor: cursor, more: more)), [])
        default: return (answer, [])
        }
    }

    /// Returns a driver's answer; that of a set-up only when servers that were started again answer,
    /// because virtual time does not wait for them.
    private func answer(_ call: RemoteCall, of driver: NATSRemote) -> RemoteAnswer {
        let answer = wait { () async throws -> RemoteAnswer in
            let answer = await call.perform(on: driver)
            if case .setUp = call, case .failed(let error) = answer { throw error }
            return answer
        }
        return answer ?? .failed(.offline("no answer"))
    }

    private func driver(of caller: SimulationCaller) -> NATSRemote? {
        if let driver = drivers[caller] { return driver }
        let others = drivers.keys.filter { $0.number == caller.number }
        guard others.allSatisfy({ ($0.life, $0.origin) < (caller.life, caller.origin) }) else {
            return nil
        }
        for other in others { drivers[other] = nil }
        let driver = NATSRemote(place, origin: caller.origin, known: nil)
        drivers[caller] = driver
        return driver
    }
}

extension NATSScene {
    /// Kills one server after the other, and starts it again.
    package func crash() {
        let server = next % cluster.servers.count
        next += 1
        restart([server]) {}
    }

    /// Keeps a copy of the servers' directories once, as a backup does.
    package func sync() {
        guard !hasCopy, next > 0 else { return }
        hasCopy = true
        restart(Array(cluster.servers.indices)) {
            for server in cluster.servers.indices { try copy(store: server, isBack: false) }
        }
    }

    /// Puts the copy in the place of the servers' directories.
    package func rewind(by count: Int) {
        guard hasCopy else { return }
        hasCopy = false
        restart(Array(cluster.servers.indices)) {
            for server in cluster.servers.indices { try copy(store: server, isBack: true) }
        }
    }

    private func copy(store server: Int, isBack: Bool) throws {
        let (store, kept) = (cluster.store(server), cluster.directory.file("copy\(server)"))
        let (from, to) = isBack ? (kept, store) : (store, kept)
        _ = try Child("/bin/rm", ["-rf", to]).wait()
        guard try Child("/bin/cp", ["-a", from, to]).wait() == 0 else {
            throw RemoteError.permanent("cannot copy \(from)")
        }
    }

    private func restart(_ servers: [Int], _ body: () throws -> Void) {
        do {
            for server in servers { cluster.kill(server) }
            try body()
            for server in servers { try cluster.start(server) }
            for server in servers { try cluster.awaitConnections(server) }
            try awaitAnswer()
        } catch {
            fatalError("the servers of a simulation do not start again: \(error)")
        }
    }

    private func awaitAnswer() throws {
        let spectator = spectator
        guard wait({ try await spectator.setUp() }) != nil else {
            throw RemoteError.offline("the servers of a simulation do not answer")
        }
    }

    /// Returns the result of calls to a driver, repeated while the servers do not answer; `nil` if
    /// they never do.
    private func wait<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Value? {
        let result = Mutex<Value?>(nil)
        let isOver = DispatchSemaphore(value: 0)
        let limit = Duration.seconds(Self.timeoutSeconds)
        // A simulation is synchronous; this task ends before the function returns.
        Task.detached {
            // Other tests may keep all threads of the pool busy, so the time begins with the task.
            let end = ContinuousClock.now + limit
            var value = try? await body()
            while value == nil, ContinuousClock.now < end {
                await Task.yield()
                value = try? await body()
            }
            result.withLock { $0 = value }
            isOver.signal()
        }
        isOver.wait()
        return result.withLock { $0 }
    }
}

extension PushOutcome {
    fileprivate var withoutTimes: PushOutcome {
        if case .conflict(let current?) = self {
            .conflict(current: current.withoutTimes)
        } else {
            self
        }
    }
}

extension RemoteEntry {
    fileprivate var withoutTimes: RemoteEntry {
        var entry = self
        entry.waited = nil
        return entry
    }
}
