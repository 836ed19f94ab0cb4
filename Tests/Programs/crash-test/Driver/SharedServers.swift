// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import NATSTesting
import RemoteNATS
import StateTesting
import SyncModel
import SyncTesting

/// Three NATS servers that devices share, in one store and then in another.
final class SharedServers: TrialRemote {
    /// The number of times that a server was killed or stood still.
    private(set) var absences = 0
    /// The time in which a cluster finds a leader.
    let recoveryMilliseconds = 60_000
    /// The words for a server's absence.
    let absence = "servers failed"
    private let cluster: NATSCluster
    private var stores = ["before"]
    private var paused: Set<Int> = []
    private var killed: Set<Int> = []

    /// Starts the servers.
    init() throws {
        cluster = try NATSCluster(3)
    }

    /// The URL of the store, with all servers.
    var address: String {
        "nats://\(cluster.addresses.joined(separator: ","))/\(stores.last ?? "")"
    }

    /// Kills one server or all, lets one stand still, or kills one and starts it again at once.
    func disturb(_ random: inout SeededRandom) throws {
        let victim = Int.random(in: 0..<cluster.servers.count, using: &random)
        absences += 1
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: kill(victim)
        case 4..<6:
            kill(victim)
            try start(victim)
        case 6..<8:
            cluster.pause(victim, true)
            paused.insert(victim)
        default: for server in cluster.servers.indices { kill(server) }
        }
    }

    private func kill(_ server: Int) {
        cluster.kill(server)
        killed.insert(server)
        paused.remove(server)
    }

    private func start(_ server: Int) throws {
        guard killed.remove(server) != nil else { return }
        try cluster.start(server)
    }

    /// Starts all servers that were killed, and lets those go on that stand still.
    func restore() throws {
        for server in paused { cluster.pause(server, false) }
        paused = []
        for server in killed.sorted() { try start(server) }
    }

    /// Makes another store on the same servers.
    func move() { stores.append("after") }

    /// Does nothing: the servers keep everything but superseded values.
    func keep() {}

    /// Audits both stores.
    func audits() async throws -> [RemoteAudit] {
        var audits: [RemoteAudit] = []
        for store in stores { audits.append(try await RemoteAudit.of(try await reader(of: store))) }
        return audits
    }

    private func reader(of store: String) async throws -> NATSRemote {
        let place = NATSPlace(servers: cluster.addresses, name: store, isSecure: false)
        let origin = Origin(device: .random(in: .min ... .max), incarnation: 1)
        let remote = NATSRemote(place, origin: origin, known: nil)
        let end = wallClock() + recoveryMilliseconds
        while true {
            do {
                _ = try await remote.setUp()
                _ = try await remote.page(after: nil, limit: 1)
                return remote
            } catch let error as RemoteError where wallClock() < end {
                if case .permanent = error { throw error }
                poll(nil, 0, 50)
            }
        }
    }
}
