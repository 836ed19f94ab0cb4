// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing

@Suite struct AliasTests {
    @Test func `aliases are added, shown and removed`() async throws {
        let daemon = try DaemonProcess.running()
        let run = { (words: [String]) in try await Program.run(words, socket: daemon.socket) }
        _ = try await run(["save", "/mnt/film", "--position", "1:00"])
        let added = try await run(["alias", "/mnt/film", "/media/a\u{1B}[31m"])
        #expect(added.output == "/media/a\\u{1b}[31m is a name of /mnt/film\n")
        _ = try await run(["alias", "/mnt/film", "key"])
        #expect(try await run(["alias", "key"]).output == "/media/a\\u{1b}[31m\nkey\n")
        #expect(try await run(["get", "key", "--json"]).output.contains("\"/mnt/film\""))
        let strange = try await run(["alias", "/mnt/film", "other", "--remove"])
        #expect(strange.status == 1)
        #expect(
            strange.errors == "statectl: other is not an alias of /mnt/film; "
                + "“statectl alias /mnt/film” lists its aliases\n"
        )
        #expect(
            try await run(["alias", "/mnt/film", "key", "--remove"]).output
                == "key is no longer a name of an item\n"
        )
        #expect(try await run(["alias", "key"]).status == 1)
        let nobodys = try await run(["alias", "key", "--remove"])
        #expect(nobodys.status == 1)
        #expect(
            nobodys.errors == "statectl: key is not an alias of an item; "
                + "“statectl alias ITEM” lists the aliases of ITEM\n"
        )
        _ = try await run(["save", "other", "--position", "5"])
        let taken = try await run(["alias", "other", "/media/a\u{1B}[31m"])
        #expect(taken.status == 65)
        #expect(taken.errors.contains("is already a name of /mnt/film"))
    }
}
