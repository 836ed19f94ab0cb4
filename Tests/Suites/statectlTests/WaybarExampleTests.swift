// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

@testable import statectl

/// The example of etc/waybar, held to what the program does.
@Suite struct WaybarExampleTests {
    private func module() throws -> JSONValue {
        let lines = try Program.file("etc/waybar/config.jsonc").split(separator: "\n")
        let text = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        var reader = JSONReader(Array(text.utf8))
        return try #require(try reader.value()["custom/stated"])
    }

    @Test func `the command of the waybar example succeeds even without a daemon`()
        async throws
    {
        let module = try module()
        #expect(module["return-type"] == "json")
        #expect(module["interval"] == nil)
        let words = try #require(module["exec"]?.text).split(separator: " ").map(String.init)
        #expect(words.first == "statectl")
        let run = try await Program.run(words.dropFirst().filter { $0 != "--follow" })
        #expect(run.status == 0)
        #expect(words.contains("--follow"))
    }

    @Test func `a right click on the waybar example dismisses every alert`() async throws {
        let daemon = try DaemonProcess.running()
        for item in ["a", "b"] { try daemon.client().save(item, 50, ["status": "failed"]) }
        let line = try #require(try module()["on-click-right"]?.text)
        #expect(try daemon.shell(line) == "dismissed alert 2\ndismissed alert 4\n")
        #expect(try daemon.shell(line) == "")
        #expect(try await daemon.said("alerts") == "")
    }

    @Test func `the style of the waybar example covers exactly the classes that are printed`()
        throws
    {
        let style = try Program.file("etc/waybar/style.css")
        let classes = style.split { " \n,;:{}".contains($0) }
            .filter { $0.hasPrefix("#custom-stated.") }
            .map { String($0.dropFirst("#custom-stated.".count)) }
        let known = [
            "playing", "paused", "idle", "offline", "alert", "degraded", "syncing", "sync-offline",
            "sync-failed",
        ]
        #expect(Set(classes).isSubset(of: known))
        for name in known { #expect(style.contains(name)) }
        let icons = try #require(try module()["format-icons"])
        #expect(Set(icons.keys).isSubset(of: known))
    }
}
