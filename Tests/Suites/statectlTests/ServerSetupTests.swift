// SPDX-License-Identifier: Apache-2.0
import Foundation
import NATSTesting
import StateTesting
import Testing
import Varlink

@testable import statectl

/// Joining, moving to and leaving a store on NATS servers, with real daemons and a real server.
@Suite(.timeLimit(.minutes(10))) struct ServerSetupTests {
    private let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    private func device(_ name: String) throws -> DaemonProcess {
        try .running(DaemonProcess.Setup(configuration: "device: \(name)\n"))
    }

    private func sync(_ daemon: DaemonProcess, _ line: String) async throws -> String {
        try await daemon.said("sync \(line) --yes --config \(daemon.configuration)")
    }

    private func position(_ daemon: DaemonProcess, _ item: String) throws -> Double? {
        let points = try daemon.client().playback("List")["points"]?.elements ?? []
        return points.first { $0["item"]?.text == item }?["position"]?.number
    }

    @Test
    func `a change reaches another device through a NATS server without a request to sync`()
        async throws
    {
        let cluster = try NATSCluster(1)
        let url = "nats://\(cluster.addresses[0])/kim"
        let (attic, cellar) = (try device("attic"), try device("cellar"))
        try attic.client().save("film", 600)
        #expect(
            try await sync(attic, "setup \(url)")
                == "attic syncs through \(url); 1 resume point here now\n"
                + "No other device syncs there yet: run “statectl sync setup \(url)” on each.\n"
        )
        #expect(
            try await sync(cellar, "setup \(url)")
                == "cellar syncs through \(url); 1 resume point here now\nDevices: attic, cellar\n"
        )
        let status = try await attic.said("sync status")
        #expect(
            status.contains(
                "the servers may lose new entries in a power failure, so this device keeps them"
            )
        )
        try attic.client().save("film", 700)
        // Nobody asks for a round: the server tells the cellar.
        try waitUntil("the cellar has heard of the change") {
            try position(cellar, "film") == 700
        }
    }

    @Test func `devices move from a folder to a server and back without losing a resume point`()
        async throws
    {
        let cluster = try NATSCluster(1)
        let url = "nats://\(cluster.addresses[0])/kim"
        let folder = place.file("shared")
        let (attic, cellar) = (try device("attic"), try device("cellar"))
        try attic.client().save("film", 600)
        try cellar.client().save("radio", 60)
        for daemon in [attic, cellar] { _ = try await sync(daemon, "setup \(folder)") }
        try attic.client().syncNow()
        for daemon in [attic, cellar] { _ = try await sync(daemon, "move \(url)") }
        try cellar.client().save("news", 5)
        try cellar.client().save("radio", 90)
        try waitUntil("the attic has heard of the change") {
            try position(attic, "radio") == 90 && position(attic, "news") == 5
        }
        for daemon in [cellar, attic] { _ = try await sync(daemon, "move \(folder)") }
        for daemon in [attic, cellar, attic, cellar] { try daemon.client().syncNow() }
        for daemon in [attic, cellar] {
            #expect(try position(daemon, "film") == 600)
            #expect(try position(daemon, "radio") == 90)
            #expect(try position(daemon, "news") == 5)
        }
    }

    @Test(arguments: ["nats://nas:4222", "nats://nas:4222/", "tls://nas/a/b"])
    func `the error for a URL without a store gives an example`(url: String) async throws {
        let attic = try device("attic")
        let run = try await Program.run("sync", "setup", url, "--yes", socket: attic.socket)
        #expect(run.status == 65)
        #expect(
            run.errors == "statectl: the URL does not name a store; write nats://host:4222/NAME\n"
        )
    }

    @Test func `a store that was replaced is accepted after sync setup is run again`() async throws
    {
        let cluster = try NATSCluster(1)
        let url = "nats://\(cluster.addresses[0])/kim"
        let (attic, cellar) = (try device("attic"), try device("cellar"))
        try attic.client().save("film", 600)
        _ = try await sync(attic, "setup \(url)")
        cluster.kill(0)
        _ = try Child("/bin/rm", ["-rf", cluster.store(0)]).wait()
        try cluster.start(0)
        try cluster.awaitConnections(0)
        _ = try await sync(cellar, "setup \(url)")
        let advice =
            "the NATS stream kim belongs to a different remote store; to switch to it, "
            + "run statectl sync setup \(url)"
        try waitUntil("the attic says what to do") {
            let answer = try attic.client().call("io.stated.Sync.SyncNow")
            return answer.parameters["why"]?.text == advice
        }
        _ = try await sync(attic, "setup \(url)")
        try waitUntil("the cellar has what was sent before") {
            try position(cellar, "film") == 600
        }
    }

    @Test func `a device cannot join without the file with the password`() async throws {
        let cluster = try NATSCluster(
            1,
            extra: "authorization { users: [{user: kim, password: \"a:b c\"}] }"
        )
        let url = "nats://\(cluster.addresses[0])/kim"
        let attic = try device("attic")
        let secret = place.file("kim.password")
        try DaemonFiles.write(Array("kim:a:b c\n".utf8), to: secret)
        let line = "sync setup \(url) --yes --config \(attic.configuration)"
        let refused = try await Program.run(
            line.split(separator: " ").map(String.init),
            socket: attic.socket
        )
        #expect(refused.status != 0)
        #expect(refused.errors.contains("refused the connection of this device"))
        #expect(refused.errors.contains("remote-credentials"))
        #expect(chmod(secret, 0o600) == 0)
        let joined = try await sync(attic, "setup \(url) --credentials \(secret)")
        #expect(joined.hasPrefix("attic syncs through \(url); "))
        #expect(joined.contains("“statectl sync setup \(url) --credentials FILE” on each"))
        let text = try String(contentsOfFile: attic.configuration, encoding: .utf8)
        #expect(
            text == "device: attic\nremote: \(url)\nremote-credentials: \(secret)\n"
        )
        // Once more keeps what is written, also if the port is left out; leaving takes it out.
        #expect(ServerStore(remote: "nats://a,b:4222/kim").isReferenced(by: "NATS://a:4222,b/kim"))
        #expect(!ServerStore(remote: "nats://a/kim").isReferenced(by: "nats://a/eve"))
        #expect(!ServerStore(remote: "nats://a/kim").isReferenced(by: "tls://a/kim"))
        _ = try await sync(attic, "setup \(url)")
        #expect(try String(contentsOfFile: attic.configuration, encoding: .utf8) == text)
        #expect(chmod(secret, 0o640) == 0)
        let open = try await sync(attic, "setup \(url) --credentials \(secret)")
        #expect(open.contains("other users can read or change \(secret); “chmod 600 \(secret)”"))
        _ = try await sync(attic, "leave")
        #expect(
            try String(contentsOfFile: attic.configuration, encoding: .utf8) == "device: attic\n"
        )
    }
}
