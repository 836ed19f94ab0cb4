// SPDX-License-Identifier: Apache-2.0
import NATSTesting
import RemoteNATS
import SyncModel
import SyncTesting
import Testing

@Suite struct `A NATS stream` {
    @Test(arguments: [1, 3])
    func `the driver for NATS passes the conformance suite`(servers: Int) async throws {
        let cluster = try NATSCluster(servers)
        let stream = TestStream(cluster)
        try await stream.awaitLeader()
        var suite = RemoteConformance { stream.device($0) }
        let faults = try await suite.run()
        #expect(faults == [])
    }
}

@Suite struct `A store on servers` {
    @Test(arguments: [
        (["localhost:4222"], false), (["127.0.0.1:4222"], false), (["[::1]:4222"], false),
        (["nas:4222", "LOCALHOST:4222"], false), (["nas:4222"], true), (["127x:4222"], true),
        (["[fd00::1]:4222"], true),
    ])
    func `the remote needs a network unless one of its servers is on this machine`(
        servers: [String],
        isNeeded: Bool
    ) {
        let remote = NATSRemote(
            NATSPlace(servers: servers, name: "kim", isSecure: false),
            origin: Origin(device: 1, incarnation: 1),
            known: nil
        )
        #expect(remote.capabilities.needsNetwork == isNeeded)
    }
}
