// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Files that are renamed between two plays in a real mpv, and known by what they hold.
@Suite(.timeLimit(.minutes(10))) struct RenamingTests {
    let daemon: DaemonProcess
    let film: String
    let renamed: String

    init() throws {
        daemon = try .running()
        film = daemon.directory.file("film.mkv")
        renamed = daemon.directory.file("renamed.mkv")
        try Media.film(film, seconds: 60)
    }

    private func point(_ item: String) throws -> JSONValue? {
        try daemon.client().playback("Get", ["item": .string(item)])["point"]
    }

    private func names(of item: String) throws -> [JSONValue] {
        try daemon.client().playback("ListAliases", ["item": .string(item)])["aliases"]?.elements
            ?? []
    }

    @Test func `a renamed file resumes from its position, and both names lead to one item`() throws
    {
        let stream = try daemon.stream()
        let first = try PlayerProcess.play("--start=20", film, for: daemon)
        try stream.waits { $0["kind"] == "aliased" }
        try first.quit()
        let place = try #require(try point(film)?["position"]?.number)
        #expect(rename(film, renamed) == 0)
        let opening = try daemon.stream()
        let second = try PlayerProcess.play("--pause", renamed, for: daemon)
        // Until the file is reported, what a program seeks is a part of its opening.
        try opening.waits { $0["kind"] == "saved" || $0["kind"] == "observed" }
        #expect(try abs(second.mpv.position() - place) < 1)
        try second.mpv.seek(40)
        try stream.waits { $0.at("point.position")?.number ?? 0 >= 40 }
        #expect(try point(renamed)?["item"] == .string(film))
        let later = try #require(try point(film)?["position"]?.number)
        #expect(abs(later - 40) < 0.5)
        // That it has another name of its own now is no order to play that.
        #expect(try second.mpv.command("get_property", "path") == .string(renamed))
        try second.quit()
        #expect(try names(of: film).contains(.string(renamed)))
    }

    @Test func `a renamed file that was played to its end is still the same item`() throws {
        let stream = try daemon.stream()
        let first = try PlayerProcess.play("--start=20", film, for: daemon)
        try stream.waits { $0["kind"] == "aliased" }
        try first.mpv.seek(59)
        #expect(try first.waitForExit() == .status(0))
        try stream.waits { $0["kind"] == "cleared" }
        #expect(rename(film, renamed) == 0)
        let second = try PlayerProcess.play("--start=30", renamed, for: daemon)
        try stream.waits { $0["kind"] == "aliased" }
        try stream.waits { $0["kind"] == "observed" }
        #expect(try second.mpv.command("get_property", "path") == .string(renamed))
        try second.quit()
        #expect(try point(renamed)?["item"] == .string(film))
        #expect(try point(film)?["position"]?.number ?? 0 > 30)
    }
}
