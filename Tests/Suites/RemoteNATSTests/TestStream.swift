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

/// Returns the result of `body` once it succeeds, which it must within a minute.
func eventually<Value>(_ body: () async throws -> Value) async throws -> Value {
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while true {
        do {
            return try await body()
        } catch let error as RemoteError where ContinuousClock.now < end {
            if case .permanent = error { throw error }
            await Task.yield()
        }
    }
}
