// SPDX-License-Identifier: Apache-2.0
import StateClient
import Testing

@Suite struct SocketPathTests {
    private let user = "/run/user/1000/stated/io.stated"

    private func path(_ environment: [String: String], existing: Set<String> = []) -> String {
        SocketPath.path(
            environment: { environment[$0] },
            uid: 1000,
            exists: { existing.contains($0) }
        )
    }

    @Test func `a given socket is used even if it does not exist`() {
        #expect(path(["STATED_SOCKET": "/x", "XDG_RUNTIME_DIR": "/r"]) == "/x")
        #expect(path(["STATED_SOCKET": "/x"], existing: [user]) == "/x")
    }

    @Test func `the default socket is in the user's runtime directory`() {
        #expect(path(["XDG_RUNTIME_DIR": "/r"]) == "/r/stated/io.stated")
        #expect(path(["STATED_SOCKET": "", "XDG_RUNTIME_DIR": "/r"]) == "/r/stated/io.stated")
        #expect(path([:]) == user)
    }

    @Test func `a relative runtime directory is ignored`() {
        #expect(path(["XDG_RUNTIME_DIR": "r"]) == user)
        #expect(path(["XDG_RUNTIME_DIR": ""]) == user)
    }

    @Test func `the system daemon is used if the user has no daemon`() {
        #expect(path([:], existing: [SocketPath.system]) == SocketPath.system)
        #expect(path([:], existing: [SocketPath.system, user]) == user)
    }
}
