// SPDX-License-Identifier: Apache-2.0
import NATSTesting
import RemoteNATS
import StateTesting
import SyncModel
import Testing

/// Servers that die, lose their disk, or come back with an older one.
@Suite(.timeLimit(.minutes(10))) struct `A server that fails` {
    private func copy(_ from: String, to: String) throws {
        _ = try Child("/bin/rm", ["-rf", to]).wait()
        try #require(try Child("/bin/cp", ["-a", from, to]).wait() == 0)
    }

    @Test func `every acknowledged record survives a kill of the server`() async throws {
        let cluster = try NATSCluster()
        let one = TestStream(cluster).device(1)
        _ = try await one.setUp()
        _ = try await one.push((1...5).map { Sample.event($0) })
        cluster.kill(0)
        await #expect(throws: RemoteError.self) { try await one.push([Sample.event(6)]) }
        try cluster.start(0)
        try cluster.awaitConnections(0)
        try await one.pushAll([Sample.event(6)])
        #expect(try await one.operations().map(\.number) == Array(1...6))
    }

    @Test func `a server whose disk was lost is offline, and its stream is not created again`()
        async throws
    {
        let cluster = try NATSCluster()
        let one = TestStream(cluster).device(1)
        let identity = try await one.setUp()
        cluster.kill(0)
        _ = try Child("/bin/rm", ["-rf", cluster.store(0)]).wait()
        try cluster.start(0)
        try cluster.awaitConnections(0)
        let later = TestStream(cluster).device(1, known: identity)
        for device in [one, later] {
            await #expect(
                throws: RemoteError.offline(
                    "the NATS stream kim is gone: restore it from a backup, or start over with "
                        + "statectl sync setup nats://\(cluster.addresses[0])/kim"
                )
            ) {
                try await eventuallyAnswered { try await device.setUp() }
            }
        }
    }

    @Test func `a stream that another device has created again counts as another store`()
        async throws
    {
        let cluster = try NATSCluster()
        let one = TestStream(cluster).device(1)
        let identity = try await one.setUp()
        cluster.kill(0)
        _ = try Child("/bin/rm", ["-rf", cluster.store(0)]).wait()
        try cluster.start(0)
        try cluster.awaitConnections(0)
        let newcomer = TestStream(cluster).device(2)
        #expect(try await newcomer.setUp() != identity)
        await #expect(
            throws: RemoteError.offline(
                "the NATS stream kim belongs to a different remote store; to switch to it, run "
                    + "statectl sync setup nats://\(cluster.addresses[0])/kim"
            )
        ) {
            try await eventuallyAnswered { try await one.setUp() }
        }
    }

    /// The number of records that others store after the older state is back: none, as many as
    /// were lost, or more.
    @Test(arguments: [0, 1, 5])
    func `a server that goes back to an older state is detected`(others: Int) async throws {
        let cluster = try NATSCluster()
        let (one, other) = (TestStream(cluster).device(1), TestStream(cluster).device(2))
        _ = try await one.setUp()
        _ = try await other.setUp()
        _ = try await one.push([Sample.event(1)])
        try await one.report(Sample.presence(1, round: 1))
        cluster.kill(0)
        let backup = cluster.directory.file("backup")
        try copy(cluster.store(0), to: backup)
        try cluster.start(0)
        try cluster.awaitConnections(0)
        try await one.pushAll([Sample.event(2)])
        let (read, cursor) = try await one.all()
        #expect(read.count == 2)
        try await one.report(Sample.presence(1, round: 2))
        // The next round's cursor knows of that report.
        let (_, later) = try await one.all(after: cursor)
        cluster.kill(0)
        try copy(backup, to: cluster.store(0))
        try cluster.start(0)
        try cluster.awaitConnections(0)
        if others > 0 {
            try await other.pushAll((1...others).map { Sample.event($0, by: 2) })
        }
        // The device itself, and one that was started anew and knows its cursor alone: the one of
        // the last round, or, if others have not used its number yet, that of the round before.
        let started = TestStream(cluster).device(1)
        for (device, cursor) in [(one, later), (started, later), (started, cursor)] {
            let identity = try await eventually { try await device.setUp() }
            if others >= 2, cursor != later { continue }
            #expect(
                try await device.page(after: cursor, limit: 10)
                    == .rewound(epoch: identity.epoch)
            )
        }
        try await one.pushAll([Sample.event(2)])
        #expect(
            try await one.operations().filter { $0.origin.device == 1 }.map(\.number) == [1, 2]
        )
    }

    @Test func `an operation without a reply is repeated, and stored only once`() async throws {
        let cluster = try NATSCluster()
        let one = TestStream(cluster).device(1)
        _ = try await one.setUp()
        cluster.pause(0, true)
        let records = [Sample.item("film", 60, 1), Sample.event(2), Sample.event(3)]
        // The server reads this when it goes on.
        let outcomes = try? await one.push(records)
        #expect(outcomes?.contains { $0.isStored } != true)
        cluster.pause(0, false)
        try await one.pushAll(records)
        #expect(try await one.operations().map(\.number) == [1, 2, 3])
    }

    @Test func `a cluster of three servers loses no record while two of them run`() async throws {
        let cluster = try NATSCluster(3)
        let stream = TestStream(cluster)
        try await stream.awaitLeader()
        let (one, other) = (stream.device(1), stream.device(2))
        _ = try await eventually { try await one.setUp() }
        _ = try await eventually { try await other.setUp() }
        var number = 0
        for victim in cluster.servers.indices {
            cluster.kill(victim)
            for _ in 0..<5 {
                number += 1
                try await one.pushAll([Sample.event(number)])
            }
            try cluster.start(victim)
            try cluster.awaitConnections(victim)
        }
        _ = try await eventually { try await other.setUp() }
        let read = try await eventually { try await other.operations() }
        #expect(read.map(\.number) == Array(1...number))
    }
}

/// Returns the result of `body`, or its error, once a server answers.
private func eventuallyAnswered<Value>(_ body: () async throws -> Value) async throws -> Value {
    let answer = try await eventually { () async throws -> Result<Value, RemoteError> in
        do {
            return .success(try await body())
        } catch RemoteError.offline(let reason) where reason.hasPrefix("the NATS stream") {
            return .failure(.offline(reason))
        }
    }
    return try answer.get()
}
