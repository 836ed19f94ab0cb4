// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import Testing

@Suite struct TerminalTests {
    @Test func `a table fits a wide terminal and a narrow one`() async throws {
        try await withDaemon { daemon in
            let wide = try await Terminal(columns: 200).run("list", socket: daemon.socket)
            #expect(wide.contains("ITEM   PLAYED              POSITION   LENGTH  STATUS"))
            let narrow = try await Terminal(columns: 20).run(
                "list",
                socket: daemon.socket,
                environment: ["NO_COLOR": "1"]
            )
            let lines = narrow.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines.allSatisfy { $0.count <= 20 })
            #expect(lines.allSatisfy { $0.hasSuffix("…") })
        }
    }

    @Test func `colours are used on a terminal, unless they are turned off`() async throws {
        try await withDaemon { daemon in
            let coloured = try await Terminal(columns: 80).run("get", "i", socket: daemon.socket)
            #expect(coloured.hasPrefix("\u{1B}[1mAlien\u{1B}[0m\n"))
            for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
                let plain = try await Terminal(columns: 80).run(
                    "get",
                    "i",
                    socket: daemon.socket,
                    environment: environment
                )
                #expect(plain.hasPrefix("Alien\n"))
                #expect(!plain.contains("\u{1B}"))
            }
            let piped = try await Program.run("get", "i", socket: daemon.socket)
            #expect(piped.output.hasPrefix("Alien\n"))
        }
    }

    @Test func `on a terminal, resume prints a sentence, unless a format is given`() async throws {
        try await withDaemon { daemon in
            let printed = try await Terminal(columns: 80).run(
                "resume",
                socket: daemon.socket,
                environment: ["NO_COLOR": "1"]
            )
            #expect(printed == "Alien: from 1:01:53 of 1:57:00 (52 %)\n")
            let asked = try await Terminal(columns: 80).run(
                "resume",
                "--format",
                "seconds",
                socket: daemon.socket
            )
            #expect(asked == "3713.5\n")
        }
    }

    @Test
    func `the progress bar of a backup shows its state and disappears at its end`() async throws {
        try await withDaemon { daemon in
            let seen = try await Terminal(columns: 80).run("backup", socket: daemon.socket)
            #expect(seen.contains("backup  [############............]   50 %"))
            #expect(seen.hasSuffix("\r\u{1B}[K/s/backups/b.db\n"))
        }
    }
}
