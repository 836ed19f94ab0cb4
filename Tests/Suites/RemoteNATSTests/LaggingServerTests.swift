// SPDX-License-Identifier: Apache-2.0
import NATSTesting
import RemoteNATS
import StateTesting
import SyncModel
import Testing

/// Servers that are behind the others, and answer all the same.
@Suite(.timeLimit(.minutes(10))) struct `A server that lags` {
    @Test
    func `a device at a lagging server still gets everything stored before its round`()
        async throws
    {
        let cluster = try NATSCluster(3)
        let stream = TestStream(cluster)
        try await stream.awaitLeader()
        _ = try await eventually { try await stream.device(3).setUp() }
        let leader = try cluster.leader(of: stream.place.name)
        let writer = TestStream(cluster, at: leader).device(1)
        _ = try await eventually { try await writer.setUp() }
        var number = 0
        for victim in cluster.servers.indices where victim != leader {
            cluster.pause(victim, true)
            let news = (number + 1...number + 400).map { Sample.item("film \($0)", 60, $0) }
            number += news.count
            try await writer.pushAll(news)
            try await eventually { try await writer.report(Sample.presence(1, round: number)) }
            cluster.pause(victim, false)
            let reader = TestStream(cluster, at: victim).device(2)
            let (devices, read) = try await eventually(after: .lag) {
                _ = try await reader.setUp()
                return (try await reader.devices(), try await reader.operations())
            }
            #expect(devices.map(\.round) == [number])
            #expect(read.count == number)
        }
    }
    @Test func `a server is not trusted while its cluster has no leader`() async throws {
        let cluster = try NATSCluster(3)
        let stream = TestStream(cluster)
        try await stream.awaitLeader()
        let one = stream.device(1)
        _ = try await eventually { try await one.setUp() }
        try await one.pushAll([Sample.event(1)])
        let leader = try cluster.leader(of: stream.place.name)
        let victims = [leader, (leader + 1) % 3]
        for victim in victims { cluster.kill(victim) }
        // The one that is left answers with what it has, once it sees that nobody leads.
        let refusal = try await eventually {
            do {
                _ = try await one.setUp()
                return "nothing"
            } catch RemoteError.transient(let reason) where reason.hasSuffix("at the moment") {
                return reason
            }
        }
        #expect(refusal == "the NATS stream kim has no leader at the moment")
        for victim in victims { try cluster.start(victim) }
        let numbers = try await eventually {
            _ = try await one.setUp()
            return try await one.operations().map(\.number)
        }
        #expect(numbers == [1])
    }
}
