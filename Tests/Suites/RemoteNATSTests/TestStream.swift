// SPDX-License-Identifier: Apache-2.0
import NATSTesting
import RemoteNATS
import SyncModel
import Testing

/// A store in the servers of a test.
struct TestStream {
    let cluster: NATSCluster
    let place: NATSPlace

    /// Creates a store of all servers, or as one of them shows it.
    init(_ cluster: NATSCluster, name: String = "kim", at server: Int? = nil) {
        self.cluster = cluster
        let servers = server.map { [cluster.addresses[$0]] } ?? cluster.addresses
        place = NATSPlace(servers: servers, name: name, isSecure: false)
    }

    /// Returns a driver for a device.
    func device(
        _ number: UInt64,
        known: RemoteIdentity? = nil,
        files: RemoteFiles = RemoteFiles()
    ) -> NATSRemote {
        NATSRemote(
            place,
            files: files,
            origin: Origin(device: number, incarnation: 1),
            known: known
        )
    }

    /// Waits until the servers have agreed on a leader and take a stream of another name.
    func awaitLeader() async throws {
        let other = TestStream(cluster, name: "warm-up")
        _ = try await eventually { try await other.device(99).setUp() }
    }
}

/// A state of servers that ends without help.
enum PassingState {
    /// The servers take connections and elect a leader.
    case election
    /// The servers store what a push left open.
    case storing
    /// A server that was stopped reads what the others stored meanwhile.
    case lag

    /// Parts of the reasons that a driver gives in this state.
    private var reasons: [String] {
        switch self {
        case .election:
            [
                "no NATS server answers", "the connection to the NATS server was lost",
                "the NATS server does not answer", "which may have no leader",
                "has no leader at the moment", "fewer than three NATS servers",
                "JetStream system temporarily unavailable",
            ]
        case .storing: PassingState.election.reasons + ["not all is stored"]
        case .lag: PassingState.election.reasons + ["is far behind the others"]
        }
    }

    /// Returns true if a driver may give this error in the state.
    func allows(_ error: RemoteError) -> Bool {
        if case .permanent = error { return false }
        return reasons.contains(where: error.reason.contains)
    }
}

/// Returns the result of `body` once a state of the servers has passed.
///
/// - Throws: an error that the state does not explain, at once; the last one after two minutes.
func eventually<Value>(
    after state: PassingState = .election,
    _ body: () async throws -> Value
) async throws -> Value {
    let end = ContinuousClock.now.advanced(by: .seconds(120))
    while true {
        do {
            return try await body()
        } catch let error as RemoteError where state.allows(error) && ContinuousClock.now < end {
            await Task.yield()
        }
    }
}
