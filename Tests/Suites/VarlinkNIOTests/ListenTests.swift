// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport
import Testing
import Varlink
import VarlinkNIO

@Suite(.serialized, .timeLimit(.minutes(10)))
struct `A socket to listen on` {
    @Test(arguments: [
        (mode: mode_t(0o600), mask: mode_t(0)), (mode: 0o600, mask: 0o022),
        (mode: 0o666, mask: 0o077), (mode: 0o660, mask: 0o022),
    ])
    func `the socket has the given mode regardless of the umask`(
        rights: (mode: mode_t, mask: mode_t)
    ) async throws {
        try await withDirectory { directory in
            let path = directory + "/socket"
            let mask = umask(rights.mask)
            let server = try await start(.path(path, mode: rights.mode))
            umask(mask)
            #expect(status(path)?.st_mode == S_IFSOCK | rights.mode)
            #expect(Directory.names(in: directory) == ["socket"])
            await server.stop()
            #expect(Directory.names(in: directory) == [])
        }
    }

    @Test func `a socket on which no program listens is replaced`() async throws {
        try await withDirectory { directory in
            let path = directory + "/socket"
            close(try listening(on: path))
            let server = try await start(.path(path))
            let client = try RawClient(path)
            try client.send(Text.call("Ping", 1))
            #expect(try client.receive() == Text.echo(1))
            #expect(Directory.names(in: directory) == ["socket"])
            await server.stop()
        }
    }

    @Test func `a socket on which a server listens is refused`() async throws {
        try await withServer { _, path in
            let error = await #expect(throws: ListenError.self) { try await start(.path(path)) }
            #expect(error == .inUse(path: path))
            #expect(error?.description.contains(path) == true)
            let client = try RawClient(path)
            try client.send(Text.call("Ping", 1))
            #expect(try client.receive() == Text.echo(1))
        }
    }

    @Test func `of many servers that start at once, only one replaces an old socket`() async throws
    {
        try await withDirectory { directory in
            let path = directory + "/socket"
            close(try listening(on: path))
            let servers = await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask { () -> VarlinkServer<ScriptedServices>? in
                        try? await start(.path(path))
                    }
                }
                return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
            }
            #expect(servers.count == 1)
            #expect(Directory.names(in: directory) == ["socket"])
            let client = try RawClient(path)
            try client.send(Text.call("Ping", 1))
            #expect(try client.receive() == Text.echo(1))
            for server in servers { await server.stop() }
        }
    }

    @Test func `a file that is not a socket is not replaced`() async throws {
        try await withDirectory { directory in
            let path = directory + "/socket"
            close(open(path, O_CREAT | O_WRONLY, 0o600))
            await #expect(throws: ListenError.notSocket(path: path)) {
                try await start(.path(path))
            }
            #expect(Directory.names(in: directory) == ["socket"])
        }
    }

    @Test func `the socket's directory must exist, and its path must be short enough`() async throws
    {
        try await withDirectory { directory in
            let path = directory + "/none/socket"
            await #expect(throws: ListenError.system(call: "bind", path: path, errno: ENOENT)) {
                try await start(.path(path))
            }
            let long = directory + "/" + String(repeating: "x", count: 100)
            await #expect(throws: ListenError.pathTooLong(path: long)) {
                try await start(.path(long))
            }
        }
    }

    @Test
    func `a server that stops does not remove a socket that now belongs to another server`()
        async throws
    {
        try await withDirectory { directory in
            let path = directory + "/socket"
            let server = try await start(.path(path))
            unlink(path)
            let other = try listening(on: path)
            await server.stop()
            #expect(Directory.names(in: directory) == ["socket"])
            close(other)
        }
    }

    @Test func `a socket inherited from systemd is served and not removed`() async throws {
        try await withDirectory { directory in
            let path = directory + "/socket"
            let owned = try listening(on: path)
            let server = try await start(.inherited(descriptor: dup(owned)))
            let client = try RawClient(path)
            try client.send(Text.call("Ping", 1))
            #expect(try client.receive() == Text.echo(1))
            await server.stop()
            #expect(Directory.names(in: directory) == ["socket"])

            // Who connects now is served by the next server.
            let late = try RawClient(path)
            try late.send(Text.call("Ping", 2))
            let next = try await start(.inherited(descriptor: dup(owned)))
            #expect(try late.receive() == Text.echo(2))
            await next.stop()
            close(owned)
        }
    }

    @Test func `an inherited socket is refused if it does not listen`() async throws {
        let plain = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        await #expect(throws: ListenError.notListening(descriptor: plain)) {
            try await start(.inherited(descriptor: plain))
        }
        close(plain)
    }

    @Test func `no socket is opened if the handler cannot be created`() async throws {
        struct NoStore: Error {}
        try await withDirectory { directory in
            await #expect(throws: NoStore.self) {
                _ = try await VarlinkServer.start(on: .path(directory + "/socket")) {
                    _ -> ScriptedServices in
                    throw NoStore()
                }
            }
            #expect(Directory.names(in: directory) == [])
        }
    }

    private func start(_ address: ListenAddress) async throws -> VarlinkServer<ScriptedServices> {
        try await VarlinkServer.start(on: address) { ScriptedServices(transport: $0) }
    }

    private func listening(on path: String) throws -> Int32 {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try #require(withSocketAddress(path) { bind(socket, $0, $1) } == 0)
        try #require(listen(socket, 5) == 0)
        return socket
    }

    private func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }
}
