// SPDX-License-Identifier: Apache-2.0
import NATSTesting
import RemoteNATS
import SyncModel
import SyncTesting
import Testing

@Suite struct `A NATS stream` {
    @Test(arguments: [1, 3])
    func `does what every remote does`(servers: Int) async throws {
        let cluster = try NATSCluster(servers)
        let stream = TestStream(cluster)
        try await stream.awaitLeader()
        var suite = RemoteConformance { stream.device($0) }
        let faults = try await suite.run()
        #expect(faults == [])
    }
}
