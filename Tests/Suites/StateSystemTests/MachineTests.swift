// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateSystem
import SystemSupport
import Testing

@Suite struct MachineTests {
    @Test func `the machine has a name`() {
        #expect(!Machine.hostName.isEmpty)
    }

    @Test func `the identifier of the machine is a hash that stays the same`() throws {
        let text = (try? TextFile.read("/etc/machine-id")) ?? ""
        let identity = Machine.identity
        #expect(identity == Machine.identity)
        if let identity {
            #expect(identity.utf8.count == 32)
            #expect(!text.contains(identity))
        } else {
            #expect(text.isEmpty || text.hasPrefix("uninitialized"))
        }
    }
}

@Suite struct PlacesTests {
    @Test func `a user's directories follow the XDG variables`() {
        let variables = [
            "XDG_RUNTIME_DIR": "/run/user/7", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c",
        ]
        let places = Places.user(environment: { variables[$0] }, userID: 7)
        #expect(places.socket == "/run/user/7/stated/io.stated")
        #expect(places.store == "/s/stated/state.db")
        #expect(places.configuration == "/c/stated/stated.yaml")
    }

    @Test func `the default directories are used if a variable is unset or has a relative path`() {
        let variables = ["HOME": "/home/kim", "XDG_STATE_HOME": "state"]
        let places = Places.user(environment: { variables[$0] }, userID: 7)
        #expect(places.socket == "/run/user/7/stated/io.stated")
        #expect(places.store == "/home/kim/.local/state/stated/state.db")
        #expect(places.configuration == "/home/kim/.config/stated/stated.yaml")
    }
}

@Suite struct DirectoryTests {
    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    /// Under the address sanitizer, this also checks that nothing beyond an entry's name is read.
    @Test func `all names in a large directory are listed`() throws {
        let scratch = try Scratch()
        let names = (0..<2_000).map { "\($0)" + String(repeating: "x", count: $0 % 40) }
        for name in names {
            let file = open("\(scratch.path)/\(name)", O_CREAT | O_CLOEXEC, 0o600)
            try #require(file >= 0)
            close(file)
        }
        #expect(Directory.names(in: scratch.path) == names.sorted())
    }

    @Test func `missing directories are created, open to their owner only`() throws {
        let scratch = try Scratch()
        try Directory.create(scratch.path + "/a/b/c")
        for path in ["/a", "/a/b", "/a/b/c"] {
            #expect(mode(scratch.path + path) == 0o700)
        }
    }

    @Test func `a directory can be created open to others, and an existing one stays as it is`()
        throws
    {
        let scratch = try Scratch()
        try Directory.create(scratch.path + "/a/b", mode: 0o755)
        #expect(mode(scratch.path + "/a") == 0o700)
        #expect(mode(scratch.path + "/a/b") == 0o755)
        try Directory.create(scratch.path + "/a/b")
        #expect(mode(scratch.path + "/a/b") == 0o755)
    }

    @Test func `an error names a file that is in the place of a directory`() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/file"
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(throws: SystemError("create directory", path: path, code: ENOTDIR)) {
            try Directory.create(path)
        }
        #expect(throws: SystemError("create directory", path: path, code: ENOTDIR)) {
            try Directory.create(path + "/a/b")
        }
    }

    @Test(arguments: [
        ("/run/stated/io.stated", "/run/stated"), ("/run", "/"), ("state.db", "."),
        ("a/state.db", "a"), ("/a/b/", "/a"),
    ])
    func `the parent directory of a path is determined`(path: String, parent: String) {
        #expect(Directory.parent(of: path) == parent)
    }
}

@Suite struct TextFileTests {
    @Test func `the error for a missing file names it and gives the reason`() {
        #expect(throws: SystemError("open", path: "/nonexistent/x", code: ENOENT)) {
            try TextFile.read("/nonexistent/x")
        }
        let error = SystemError("open", path: "/nonexistent/x", code: ENOENT)
        #expect("\(error)" == "open /nonexistent/x: No such file or directory")
    }

    @Test func `a file without an end is refused`() {
        #expect(throws: SystemError("read", path: "/dev/zero", code: EFBIG)) {
            try TextFile.read("/dev/zero")
        }
    }
}
