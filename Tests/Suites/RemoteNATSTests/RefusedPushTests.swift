// SPDX-License-Identifier: Apache-2.0
import NATSTesting
import RemoteNATS
import StateTesting
import SyncModel
import Testing

/// Records that a server does not store, and the records behind them.
@Suite struct `A push that the servers refuse` {
    @Test func `the later of two conflicting writes is reported as a conflict`()
        async throws
    {
        let stream = TestStream(try NATSCluster())
        let (one, other) = (stream.device(1), stream.device(2))
        _ = try await one.setUp()
        _ = try await other.setUp()
        guard case .stored(let tag?, _) = try await one.push([Sample.item("film", 60, 1)]).first
        else {
            Issue.record("a new value is not stored")
            return
        }
        let mine = Sample.item("film", 70, 2, over: tag)
        let theirs = Sample.item("film", 80, 1, by: 2, over: tag)
        #expect(try await one.push([mine]).allSatisfy { $0.isStored })
        guard case .conflict(let current?) = try await other.push([theirs]).first else {
            Issue.record("an unread value was overwritten")
            return
        }
        #expect(current.record.operation == mine.operation)
        let merged = Sample.item("film", 80, 2, by: 2, over: current.tag)
        #expect(try await other.push([merged]).allSatisfy { $0.isStored })
        #expect(try await one.operations() == [merged.operation])
    }

    @Test func `a stored value that cannot be read does not block later writes of its item`()
        async throws
    {
        let stream = TestStream(try NATSCluster())
        let (one, other) = (stream.device(1), stream.device(2))
        _ = try await one.setUp()
        _ = try await other.setUp()
        // A position that is no number is written, but not read.
        #expect(try await other.push([Sample.item("film", .nan, 1, by: 2)]).allSatisfy(\.isStored))
        let mine = Sample.item("film", 60, 1)
        guard case .stored(let tag?, _) = try await one.push([mine]).first else {
            Issue.record("the damaged value stays")
            return
        }
        let newer = Sample.item("film", 70, 2, over: tag)
        #expect(try await one.push([newer]).allSatisfy(\.isStored))
        #expect(try await other.operations() == [newer.operation])
    }

    @Test func `a push that is repeated because its reply was lost stores nothing twice`()
        async throws
    {
        let stream = TestStream(try NATSCluster())
        let one = stream.device(1)
        _ = try await one.setUp()
        let item = Sample.item("film", 60, 1)
        let events = [Sample.event(2), Sample.event(3)]
        _ = try await one.push([item] + events)
        // Another process of this device, which never heard of an answer.
        let again = stream.device(1)
        _ = try await again.setUp()
        let outcomes = try await again.push([item] + events + [Sample.event(4)])
        #expect(outcomes.allSatisfy { $0.isStored })
        // What the servers do not promise to keep stays in doubt, however often it was sent.
        #expect(
            outcomes.dropFirst()
                == Array(repeating: .stored(tag: nil, durable: false), count: 3)[...]
        )
        #expect(try await one.operations().map(\.number) == [1, 2, 3, 4])
    }

    @Test
    func `events that do not fit one message are sent in several messages, in order and once`()
        async throws
    {
        let stream = TestStream(try NATSCluster())
        let one = stream.device(1)
        _ = try await one.setUp()
        let events = (1...40).map { Sample.event($0, bytes: 60_000) }
        #expect(try await one.push(events).allSatisfy { $0.isStored })
        let again = stream.device(1)
        _ = try await again.setUp()
        #expect(try await again.push(events).allSatisfy { $0.isStored })
        #expect(try await one.operations().map(\.number) == Array(1...40))
    }

    @Test func `events that are sent again together with new ones keep their numbers`()
        async throws
    {
        let stream = TestStream(try NATSCluster())
        // Each push is stored, and the device dies before it notes that.
        for count in [3, 5, 6, 6, 9] {
            let device = stream.device(1)
            _ = try await device.setUp()
            let outcomes = try await device.push((1...count).map { Sample.event($0) })
            #expect(outcomes.allSatisfy { $0.isStored })
        }
        let reader = stream.device(2)
        _ = try await reader.setUp()
        #expect(try await reader.operations().map(\.number) == Array(1...9))
    }

    @Test func `an event that is too large fails, and the events after it wait`() async throws {
        let stream = TestStream(try NATSCluster(extra: "max_payload: 100000"))
        let one = stream.device(1)
        _ = try await one.setUp()
        let events = [Sample.event(1), Sample.event(2, bytes: 200_000), Sample.event(3)]
        let outcomes = try await one.push(events + [Sample.item("film", 1, 4)])
        #expect(outcomes[0].isStored)
        guard case .permanent(let reason) = outcomes[1] else {
            Issue.record("the large event is \(outcomes[1])")
            return
        }
        #expect(reason.contains("larger than the server's limit"))
        #expect(outcomes[2] == .transient(after: 0))
        // A point does not wait for events.
        #expect(outcomes[3].isStored)
        #expect(try await one.operations().map(\.number) == [1, 4])
    }

    @Test func `a full server refuses new records and keeps existing ones`()
        async throws
    {
        let stream = TestStream(try NATSCluster(storage: "300KB"))
        let one = stream.device(1)
        _ = try await one.setUp()
        let events = (1...10).map { Sample.event($0, bytes: 100_000) }
        let outcomes = try await one.push(events)
        let stored = outcomes.prefix { $0.isStored }.count
        #expect((1..<10).contains(stored))
        guard case .transient = outcomes[stored] else {
            Issue.record("the first one that does not fit is \(outcomes[stored])")
            return
        }
        #expect(outcomes.dropFirst(stored + 1).allSatisfy { $0 == .transient(after: 0) })
        #expect(try await one.operations().map(\.number) == Array(1...stored))
    }

    @Test func `a full NATS account is reported, and a retry succeeds once there is room`()
        async throws
    {
        let cluster = try NATSCluster(
            extra: """
                accounts { kim: {
                  jetstream: { max_file: 300KB }, users: [{user: kim, password: p}]
                } }
                """
        )
        var files = RemoteFiles()
        let path = cluster.directory.file("password")
        try DaemonFiles.write(Array("kim:p".utf8), to: path)
        files.credentials = path
        let one = TestStream(cluster).device(1, files: files)
        _ = try await one.setUp()
        let outcomes = try await one.push((1...10).map { Sample.event($0, bytes: 100_000) })
        let stored = outcomes.prefix { $0.isStored }.count
        #expect((1..<10).contains(stored))
        #expect(outcomes[stored] == .permanent("NATS: resource limits exceeded for account"))
        #expect(outcomes.dropFirst(stored + 1).allSatisfy { $0 == .transient(after: 0) })
    }

    @Test func `an operation that is not permitted fails with the server's reason`() async throws {
        let readOnly = """
            authorization { users: [{user: kim, password: p, permissions: {
              publish: ["$JS.API.>"], subscribe: [">"] }}] }
            """
        let cluster = try NATSCluster(extra: readOnly)
        let stream = TestStream(cluster)
        var files = RemoteFiles()
        let path = cluster.directory.file("password")
        try DaemonFiles.write(Array("kim:p".utf8), to: path)
        files.credentials = path
        let one = stream.device(1, files: files)
        _ = try await one.setUp()
        do {
            _ = try await one.push([Sample.item("film", 1, 1)])
            Issue.record("it was stored")
        } catch let error as RemoteError {
            guard case .permanent(let reason) = error else {
                Issue.record("it fails with \(error)")
                return
            }
            #expect(reason.lowercased().contains("permissions violation"))
        }
    }

    @Test(arguments: ["kim.news.>", "_INBOX.kim.>", "kim.device.*"])
    func `a refused subscription always fails, except one that is not needed`(
        subject: String
    ) async throws {
        let subjects = ["kim.news.>", "_INBOX.kim.>", "kim.device.*"].filter { $0 != subject }
        let list = subjects.map { "\"\($0)\"" }.joined(separator: ", ")
        let cluster = try NATSCluster(
            extra: """
                authorization { users: [{user: kim, password: p, permissions: {
                  publish: [">"], subscribe: [\(list)] }}] }
                """
        )
        let stream = TestStream(cluster)
        var files = RemoteFiles()
        let path = cluster.directory.file("password")
        try DaemonFiles.write(Array("kim:p".utf8), to: path)
        files.credentials = path
        for device in 1...8 {
            let one = stream.device(UInt64(device), files: files)
            do {
                _ = try await one.setUp()
                #expect(subject == "kim.device.*")
            } catch let error as RemoteError {
                #expect("\(error)".contains(subject.dropLast(2)))
            }
        }
    }

    @Test(arguments: ["nobody:p", "kim:wrong", "", "two\nlines", #"kim:wrong"p"#, #"kim:wrong\p"#])
    func `wrong credentials fail with a reason`(secret: String) async throws {
        let cluster = try NATSCluster(
            extra: "authorization { users: [{user: kim, password: p}] }"
        )
        var files = RemoteFiles()
        let path = cluster.directory.file("password")
        try DaemonFiles.write(Array(secret.utf8), to: path)
        files.credentials = path
        let one = TestStream(cluster).device(1, files: files)
        do {
            _ = try await one.setUp()
            Issue.record("it was let in")
        } catch let error as RemoteError {
            guard case .permanent(let reason) = error else {
                Issue.record("it fails with \(error)")
                return
            }
            #expect(!reason.contains("wrong"))
            #expect(
                reason.contains("credentials") || reason.contains("\(path): a user or password")
            )
        }
    }
}
