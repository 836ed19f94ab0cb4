// SPDX-License-Identifier: Apache-2.0
import Foundation
import NATSTesting
import RemoteNATS
import StateTesting
import SyncModel
import SyncTesting
import Testing

/// What the configurations in etc/nats let people do, with a real server.
@Suite struct `The permissions of etc/nats` {
    /// Returns the part of a configuration from a line on, for kim and for eve.
    private static func people(_ file: String, from start: String) throws -> String {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(4)
        let path = "/" + parts.joined(separator: "/") + "/etc/nats/" + file
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let begin = try #require(text.range(of: start))
        return String(text[begin.lowerBound...])
    }

    /// One server's users: kim's block, and the same for eve.
    private static func one() throws -> String {
        let text = try people("one.conf", from: "authorization")
        let first = try #require(text.range(of: "    {\n"))
        let last = try #require(text.range(of: "\n    }\n"))
        let kim = String(text[first.lowerBound..<last.upperBound])
        return text.replacingOccurrences(
            of: kim,
            with: kim + kim.replacingOccurrences(of: "kim", with: "eve")
        )
    }

    private func security(_ cluster: NATSCluster, _ user: String) throws -> NATSSecurity {
        var security = NATSSecurity()
        let path = cluster.directory.file("\(user).password")
        try DaemonFiles.write(Array("\(user):change me\n".utf8), to: path)
        security.credentials = path
        return security
    }

    @Test func `let a person use their store, and nobody read another's`() async throws {
        let cluster = try NATSCluster(1, extra: try Self.one())
        let kim = TestStream(cluster, name: "kim")
        let (hers, theirs) = (try security(cluster, "kim"), try security(cluster, "eve"))
        var suite = RemoteConformance { kim.device($0, security: hers) }
        let faults = try await suite.run()
        #expect(faults == [])
        let eve = kim.device(9, security: theirs)
        await #expect(throws: RemoteError.self) { try await eve.setUp() }
        let own = TestStream(cluster, name: "eve")
        #expect(try await own.device(9, security: theirs).setUp().name.isEmpty == false)
    }

    @Test func `let a person use the store of an account of their own`() async throws {
        let accounts = try Self.people("cluster.conf", from: "accounts")
        let cluster = try NATSCluster(1, extra: accounts)
        let kim = TestStream(cluster, name: "kim")
        let hers = try security(cluster, "kim")
        var suite = RemoteConformance { kim.device($0, security: hers) }
        let faults = try await suite.run()
        #expect(faults == [])
    }
}
