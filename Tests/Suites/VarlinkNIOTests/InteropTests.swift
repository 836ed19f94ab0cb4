// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Other implementations of Varlink` {
    @Test func `our server passes the certification by other implementations' clients`()
        async throws
    {
        try await withOurServer { address in
            let client = try Program(
                Program.python,
                ["-m", "varlink.tests.test_certification", "--client", "--varlink=" + address]
            )
            let (output, status) = try client.finish()
            #expect(output.contains("Certification passed"))
            #expect(status == 0)
        }
    }

    @Test
    func `our server passes the certification on a socket that another implementation opens`()
        throws
    {
        let server = try Program.product("varlink-certification")
        let client = try Program(
            Program.python,
            [
                "-m", "varlink.tests.test_certification", "--client",
                "--activate=\(server) --varlink=$VARLINK_ADDRESS",
            ]
        )
        let (output, status) = try client.finish()
        #expect(output.contains("Certification passed"))
        #expect(status == 0)
    }

    @Test
    func `our server refuses invalid calls by other implementations`() async throws {
        try await withOurServer { address in
            let script = Program.file("Tests/Support/interop/negative_cases.py")
            let (output, status) = try Program(Program.python, [script, address]).finish()
            #expect(output == "Negative cases passed\n")
            #expect(status == 0)
        }
    }

    @Test func `clients of other implementations make many calls at the same time`() async throws {
        try await withOurServer { address in
            let script = Program.file("Tests/Support/interop/asyncvarlink_client.py")
            let path = String(address.dropFirst("unix:".count))
            let (output, status) = try Program(Program.python, [script, path]).finish()
            #expect(output == "asyncvarlink passed\n")
            #expect(status == 0)
        }
    }

    @Test func `the servers of other implementations pass our client's certification`() async throws
    {
        try await withDirectory { directory in
            let address = "unix:" + directory + "/socket"
            let server = try Program(
                Program.python,
                ["-u", "-m", "varlink.tests.test_certification", "--varlink=" + address]
            )
            try server.awaitOutput("Listening on")
            let client = try Program(
                Program.product("varlink-certification"),
                ["--client", "--varlink=" + address]
            )
            let (output, status) = try client.finish()
            #expect(output.hasSuffix("Certification passed\n"))
            #expect(status == 0)
        }
    }

    private func withOurServer(_ body: (String) async throws -> Void) async throws {
        try await withDirectory { directory in
            let address = "unix:" + directory + "/socket"
            let server = try Program(
                Program.product("varlink-certification"),
                ["--varlink=" + address]
            )
            try server.awaitOutput("Listening on")
            try await body(address)
        }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `A server without file descriptors left` {
    @Test func `a waiting connection is served as soon as another one closes`() async throws {
        try await withDirectory { directory in
            let path = directory + "/socket"
            let program = try Program.product("varlink-certification")
            let command = #"ulimit -n 32; exec "$0" --varlink=unix:"$1""#
            let server = try Program("/bin/sh", ["-c", command, program, path])
            try server.awaitOutput("Listening on")

            var served = try (0..<40).map { _ in try RawClient(path) }
            let waiting = served.removeLast()
            let call = #"{"method":"org.varlink.service.GetInfo"}~"#
            try waiting.send(call)
            try server.awaitOutput("cannot accept connections")
            served.removeAll()
            #expect(try waiting.receive()?.contains("varlink-certification") == true)
        }
    }
}
