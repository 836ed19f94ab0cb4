// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateModel
import StateRelease
import StateTesting
import Testing

@Suite struct PackagingTests {
    private static let commands = [
        "save", "get", "resume", "list", "clear", "history", "undo", "watch", "wait", "stats",
        "status", "top", "health",
        "metrics", "backup", "restore", "export", "import", "call", "alias", "players",
        "players forget", "queue", "queue show",
        "queue set", "queue add", "queue remove", "queue move", "queue clear", "queue save",
        "queue load", "queue play", "queue skip", "event", "event append", "event list",
        "event follow", "event latest", "event clear", "alerts", "alerts list",
        "alerts dismiss", "alerts retry", "play", "player pause", "player play", "player toggle",
        "player seek", "player next", "player previous", "bridge mpv", "bridge mpris",
        "sync status",
        "sync now", "sync monitor", "sync notify", "sync outbox", "sync retry", "sync conflicts",
        "setup", "doctor", "config get", "config set", "config edit", "config check",
        "sync resolve", "sync dismiss", "sync explain", "sync devices", "sync forget", "sync log",
        "sync setup",
        "sync move", "sync leave", "web open", "web pair", "web sessions", "web end",
    ]

    @Test(arguments: ["bash", "zsh", "fish"])
    func `the completions are those that the program writes`(shell: String) async throws {
        let run = try await Program.run("--generate-completion-script", shell)
        #expect(run.status == 0)
        #expect(try Program.file("etc/completions/statectl.\(shell)") == run.output)
    }

    @Test(arguments: commands)
    func `every option of a command is in statectl(1)`(command: String) async throws {
        let page = try Program.file("man/statectl.1").split(separator: "\n")
        #expect(page.contains { $0.hasPrefix(".It Cm \(command)") })
        let words = command.split(separator: " ").map(String.init)
        let help = try await Program.run(words + ["--help"])
        for line in help.output.split(separator: "\n") {
            guard let word = line.split(separator: " ").first, word.hasPrefix("--") else {
                continue
            }
            let option = word.dropFirst(2)
            #expect(page.contains { $0.hasPrefix(".It Fl Fl \(option)") }, "--\(option)")
        }
    }

    @Test func `every exit status is in statectl(1)`() throws {
        let page = try Program.file("man/statectl.1").split(separator: "\n")
        for status in [0, 1, 64, 65, 69, 70, 74, 75, 77, 127] {
            #expect(page.contains(".It \(status)"))
        }
    }

    @Test(arguments: ["statectl", "stated", "stated-mpris", "stated-web"])
    func `each program says which release it is of`(name: String) throws {
        let output = Pipe()
        let process = try Child(
            try DaemonProcess.executable(name),
            ["--version"],
            output: output.fileHandleForWriting.fileDescriptor
        )
        try output.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        #expect(process.wait() == 0)
        let version = String(decoding: data, as: UTF8.self).dropLast()
        #expect(version == Release.line(of: name))
        #expect(version.split(separator: " ").prefix(2) == [name[...], Release.version[...]])
        // The tests are built from a working copy, which has a commit.
        #expect(Release.commit.count >= 8)
        let changes = try Program.file("CHANGELOG.md").split(separator: "\n")
        let newest = try #require(changes.first { $0.hasPrefix("## ") })
        #expect(newest.hasPrefix("## \(Release.version) "))
    }

    @Test func `the program does without the large Foundation and libsystemd`() async throws {
        let output = Pipe()
        let process = try Child(
            "/usr/bin/ldd",
            [try Program.path()],
            output: output.fileHandleForWriting.fileDescriptor
        )
        try output.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        #expect(process.wait() == 0)
        let libraries = String(decoding: data, as: UTF8.self)
        #expect(libraries.contains("libswiftCore.so"))
        #expect(!libraries.contains("libFoundation.so"))
        #expect(!libraries.contains("lib_FoundationICU.so"))
        #expect(!libraries.contains("libsystemd.so"))
    }
}
