// SPDX-License-Identifier: Apache-2.0
import Foundation
import NATSTesting
import RemoteNATS
import StateTesting
import SyncModel
import SyncTesting
import Testing

/// The permissions that the configurations in etc/nats give, with a real server.
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

    /// The accounts of a configuration: kim's, and the same for eve.
    private static func two(_ file: String) throws -> String {
        let kim = try people(file, from: "accounts")
        let head = try #require(kim.range(of: "accounts {\n"))
        let eve = kim[head.upperBound...].replacingOccurrences(of: "kim", with: "eve")
        // The brace at the end of eve's part closes both.
        return String(kim.dropLast("}\n".count)) + eve
    }

    private func files(_ cluster: NATSCluster, _ user: String) throws -> RemoteFiles {
        var files = RemoteFiles()
        let path = cluster.directory.file("\(user).password")
        try DaemonFiles.write(Array("\(user):change me\n".utf8), to: path)
        files.credentials = path
        return files
    }

    @Test(arguments: ["one.conf", "cluster.conf"])
    func `the permissions give each user access to that user's store only`(
        file: String
    ) async throws {
        let cluster = try NATSCluster(1, extra: try Self.two(file))
        let kim = TestStream(cluster, name: "kim")
        let (hers, theirs) = (try files(cluster, "kim"), try files(cluster, "eve"))
        var suite = RemoteConformance { kim.device($0, files: hers) }
        let faults = try await suite.run()
        #expect(faults == [])
        let eve = kim.device(9, files: theirs)
        do {
            _ = try await eve.setUp()
            Issue.record("eve uses kim's store")
        } catch let error as RemoteError {
            guard case .permanent(let reason) = error else {
                Issue.record("it fails with \(error)")
                return
            }
            #expect(reason.lowercased().contains("permissions violation"))
        }
        let own = TestStream(cluster, name: "eve")
        #expect(try await own.device(9, files: theirs).setUp().name.isEmpty == false)
    }
}
