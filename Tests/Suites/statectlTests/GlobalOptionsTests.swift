// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import statectl

@Suite
struct GlobalOptionsTests {
    @Test(arguments: [
        (["--socket", "/s", "get", "a"], ["get", "--socket", "/s", "a"]),
        (["--json", "--socket=/s", "list"], ["list", "--json", "--socket=/s"]),
        (["get", "--socket", "/s", "a"], ["get", "--socket", "/s", "a"]),
        (
            ["--json", "--socket", "/s", "queue", "show", "p"],
            ["queue", "show", "--json", "--socket", "/s", "p"]
        ),
        (
            ["--json", "alerts", "--socket=/s", "retry", "5"],
            ["alerts", "retry", "--json", "--socket=/s", "5"]
        ),
        (["--json", "alerts"], ["alerts", "--json"]),
        (["--json", "bogus", "list"], ["bogus", "--json", "list"]),
        (["--socket"], ["--socket"]),
        (["--json", "--help"], ["--json", "--help"]),
        ([], []),
    ])
    func `an option before the command applies to the command`(given: [String], meant: [String]) {
        #expect(GlobalOptions.movedAfterCommand(given) == meant)
    }

    @Test func `an option with an empty value does not take the next word`() async throws {
        let run = try await Program.run("save", "x", "--position=", "--duration", "100")
        #expect(run.status == 65)
        #expect(run.errors.hasPrefix("statectl: the argument after “--position” is empty"))
        for line in ["play --sid= a.mkv", "get -- --x=", "get --socket=/s"] {
            let words = line.split(separator: " ").map(String.init)
            #expect(GlobalOptions.withEmptyValues(words) == words)
        }
    }
}
