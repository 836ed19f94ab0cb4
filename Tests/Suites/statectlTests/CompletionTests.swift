// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateTesting
import Testing
import Varlink

@testable import statectl

/// Completions of items, topics and players, as the shells read them.
@Suite struct CompletionTests {
    @Test func `each completion is one line that continues what the user has typed`() {
        let names = ["/films/a b.mkv", "/films/ab.mkv", "/films/ab.mkv", "/films/x\ny", "film"]
        #expect(Candidates.matching("/films/a\\ ", in: names) == ["/films/a b.mkv"])
        #expect(Candidates.matching("'/films/a", in: names) == ["/films/a b.mkv", "/films/ab.mkv"])
        #expect(Candidates.matching("/films/x", in: names) == [])
    }

    @Test func `a completed name is escaped as each shell needs`() {
        #expect(Candidates.escaped("$(reboot) `x`", for: "bash") == #"\$\(reboot\)\ \`x\`"#)
        #expect(Candidates.escaped("a:b\\c d", for: "zsh") == #"a\:b\\c d"#)
        #expect(Candidates.escaped("a:b $(c)", for: "fish") == "a:b $(c)")
    }

    @Test func `bash offers no name in which it would execute something`() {
        let names = ["/v/A$AP/song", "q`pwn`/y", "phone$(touch /x)"]
        for name in names {
            #expect(Candidates.isExpanded(name, after: name.prefix(1).description))
            #expect(!Candidates.isExpanded(name, after: "'" + name.prefix(1)))
            #expect(!Candidates.isExpanded(name, after: "\"" + name.prefix(1)))
        }
        // It escapes the last part itself, and the names of files.
        for name in ["phone$(reboot)", "/v/A$AP", "https://e.org/a"] {
            #expect(!Candidates.isExpanded(name, after: ""))
        }
    }

    private func completed(_ daemon: DaemonProcess, _ words: [String]) throws -> [String] {
        let script = """
            source '\(try Program.place("etc/completions/statectl.bash"))'
            COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(words.count - 1)
            COMP_LINE='\(words.joined(separator: " ").replacing(" : ", with: ":"))'
            COMP_POINT=${#COMP_LINE}
            # As bash calls it: the command, the word to complete, and the one before.
            _statectl_joined statectl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let text = try daemon.shell(script, in: "/bin/bash")
        return text.split(separator: "\n").map(String.init)
    }

    @Test func `in bash, names that the daemon knows are completed`() async throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        let trap = "/v/$(touch \(daemon.directory.file("trap")))"
        for item in ["/v/alien.mkv", "/v/a b.mkv", trap, "https://e.org/x"] {
            try client.save(item, 100)
        }
        _ = try await daemon.said("event append score.entered")
        _ = try await daemon.said("event append match.over")
        #expect(
            Set(try completed(daemon, ["statectl", "get", "/v/"]))
                == ["/v/alien.mkv", "/v/a b.mkv"]
        )
        #expect(
            Set(try completed(daemon, ["statectl", "get", "\"/v/"]))
                == ["/v/alien.mkv", "/v/a b.mkv", trap]
        )
        // bash splits words at colons, and replaces only what follows the last one.
        #expect(try completed(daemon, ["statectl", "get", "https", ":", "//e"]) == ["//e.org/x"])
        #expect(try completed(daemon, ["statectl", "get", "https", ":", "//z"]) == [])
        #expect(access(daemon.directory.file("trap"), F_OK) != 0)
        #expect(try completed(daemon, ["statectl", "get", "/v/al"]) == ["/v/alien.mkv"])
        #expect(
            try completed(daemon, ["statectl", "event", "list", "--topic", "sc"])
                == ["score.entered"]
        )
        #expect(try completed(daemon, ["statectl", "queue", "show", "m"]) == ["mpv"])
        #expect(
            try completed(daemon, ["statectl", "get", daemon.directory.path + "/sto"])
                == [daemon.directory.path + "/store"],
            "bash adds the slash"
        )
        // What the list prints can be completed, and typed.
        #expect(Set(try completed(daemon, ["statectl", "get", "a"])) == ["alien.mkv", "a b.mkv"])
        _ = try await daemon.said("queue set mpv /q/one.mkv /q/two.mkv")
        #expect(try completed(daemon, ["statectl", "queue", "remove", "mpv", "o"]) == ["one.mkv"])
        _ = try await daemon.said("backup before-upgrade.db")
        #expect(try completed(daemon, ["statectl", "restore", "bef"]) == ["before-upgrade.db"])
        #expect(
            try completed(daemon, ["statectl", "config", "set", "conflict", "n"]) == ["newest"]
        )
        #expect(
            try completed(daemon, ["statectl", "config", "set", "autoplay", ""]) == [
                "true", "false",
            ]
        )
        #expect(try completed(daemon, ["statectl", "config", "set", "ttl", ""]) == [])
    }
}
