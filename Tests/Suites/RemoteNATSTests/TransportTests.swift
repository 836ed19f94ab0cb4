// SPDX-License-Identifier: Apache-2.0
import Foundation
import NATSTesting
import RemoteNATS
import StateTesting
import SyncModel
import SyncTesting
import Testing

/// Connections by TLS, with certificates of the test's own.
@Suite struct `A connection by TLS` {
    /// The files of an authority, a server and a device, in one directory.
    private struct Certificates {
        let directory: TemporaryDirectory

        init(server address: String) throws {
            directory = try TemporaryDirectory()
            try openssl(
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 "
                    + "-subj /CN=authority -keyout ca.key -out ca.pem"
            )
            for (name, subject) in [
                ("server", "subjectAltName=IP:\(address)"), ("device", "subjectAltName=DNS:attic"),
            ] {
                try DaemonFiles.write(Array(subject.utf8), to: directory.file("\(name).ext"))
                try openssl(
                    "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=\(name) "
                        + "-keyout \(name).key -out \(name).csr"
                )
                try openssl(
                    "x509 -req -days 1 -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial "
                        + "-extfile \(name).ext -out \(name).pem"
                )
            }
        }

        private func openssl(_ line: String) throws {
            let command = "cd \(directory.path) && openssl \(line) 2>/dev/null"
            try #require(try Child("/bin/sh", ["-c", command]).wait() == 0, "openssl \(line)")
        }

        var settings: String {
            """
            tls {
              cert_file: "\(directory.file("server.pem"))", key_file: "\(directory.file("server.key"))"
              ca_file: "\(directory.file("ca.pem"))", verify: true
            }
            """
        }

        func files(certificate: Bool = true, authority: Bool = true) -> RemoteFiles {
            var files = RemoteFiles()
            if authority { files.authorities = directory.file("ca.pem") }
            if certificate {
                files.certificate = directory.file("device.pem")
                files.key = directory.file("device.key")
            }
            return files
        }
    }

    @Test
    func `TLS requires the right certificate authority and, if the server asks, a certificate`()
        async throws
    {
        var held: Certificates?
        let cluster = try NATSCluster { host in
            let made = try Certificates(server: host)
            held = made
            return made.settings
        }
        let certificates = try #require(held)
        let place = NATSPlace(servers: cluster.addresses, name: "kim", isSecure: true)
        func device(_ files: RemoteFiles) -> NATSRemote {
            NATSRemote(
                place,
                files: files,
                origin: Sample.origin(1),
                known: nil
            )
        }
        #expect(try await !device(certificates.files()).setUp().name.isEmpty)
        let elsewhere = try NATSCluster { _ in certificates.settings }
        let other = NATSRemote(
            NATSPlace(servers: elsewhere.addresses, name: "kim", isSecure: true),
            files: certificates.files(),
            origin: Sample.origin(1),
            known: nil
        )
        await #expect(throws: RemoteError.self, "the certificate is another server's") {
            try await other.setUp()
        }
        for files in [
            certificates.files(certificate: false), certificates.files(authority: false),
        ] {
            await #expect(throws: RemoteError.self) { try await device(files).setUp() }
        }
    }

    @Test(arguments: ["remote-ca", "remote-certificate", "remote-key", "remote-credentials"])
    func `a missing certificate, key or credentials file is named before any connection is made`(
        _ key: String
    ) async throws {
        var files = RemoteFiles()
        switch key {
        case "remote-ca": files.authorities = "/nowhere.pem"
        case "remote-certificate": files.certificate = "/nowhere.pem"
        case "remote-key": files.key = "/nowhere.pem"
        default: files.credentials = "/nowhere.pem"
        }
        let place = NATSPlace(servers: ["127.0.0.1:9"], name: "kim", isSecure: true)
        let device = NATSRemote(place, files: files, origin: Sample.origin(1), known: nil)
        let error = RemoteError.permanent(
            "cannot read \(key) /nowhere.pem: No such file or directory"
        )
        await #expect(throws: error) { try await device.setUp() }
    }
}

/// A `.creds` file, with a server that knows an operator and nothing else.
@Suite struct `Credentials in a file` {
    @Test func `only valid credentials give access`() async throws {
        let directory = try TemporaryDirectory()
        for name in ["ours", "others"] {
            mkdir(directory.file(name), 0o700)
            let made = try Child(
                NATSCluster.python,
                [NATSCluster.script("nats_credentials.py"), directory.file(name)]
            )
            try #require(made.wait() == 0)
        }
        let trust = try String(
            contentsOfFile: directory.file("ours/operator.conf"),
            encoding: .utf8
        )
        let stream = TestStream(try NATSCluster(extra: trust))
        var files = RemoteFiles()
        files.credentials = directory.file("ours/kim.creds")
        #expect(try await !stream.device(1, files: files).setUp().name.isEmpty)
        files.credentials = directory.file("others/kim.creds")
        do {
            _ = try await stream.device(1, files: files).setUp()
            Issue.record("foreign credentials let a device in")
        } catch let error as RemoteError {
            guard case .permanent(let reason) = error else {
                Issue.record("it fails with \(error)")
                return
            }
            #expect(reason.contains("refused the connection of this device"))
        }
    }
}
