// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import PlayerKit
import StateBridge
import StateClient
import StateModel
import StateTesting
import Testing

@testable import statectl

/// What a person goes on with who names no item.
@Suite struct ContinuationTests {
    private let context = TimeContext(now: 1_795_250_400_000, zone: .utc)

    private func point(
        _ item: String,
        title: String? = nil,
        device: String = "desk",
        minutesAgo minutes: Int = 5,
        revision: Revision = 1
    ) -> ResumePoint {
        ResumePoint(
            item: item,
            player: "mpv",
            status: .paused,
            position: 60,
            duration: 120,
            title: title,
            device: device,
            at: context.now - minutes * 60_000,
            expiresAt: context.now + 60_000,
            revision: revision
        )
    }

    @Test func `play --pick shows bars and fits the terminal`() {
        let picker = Picker(
            points: [
                point("/films/alien.mkv", title: "Alien"),
                point("/films/b.mkv", device: "kitchen", minutesAgo: 60),
            ],
            context: context
        )
        #expect(
            picker.lines(width: 80, style: .plain) == [
                "1  [######......]  50 %  1:00  Alien  5 min ago  desk",
                "2  [######......]  50 %  1:00  b.mkv    1 h ago  kitchen",
            ]
        )
        #expect(
            picker.lines(width: 40, style: .plain) == [
                "1  50 %  1:00  Alien  5 min ago  desk",
                "2  50 %  1:00  b.mkv    1 h ago  kitchen",
            ]
        )
        let long = Picker(points: [point(String(repeating: "日本", count: 60))], context: context)
        for width in [40, 60, 80, 200] {
            #expect(
                long.lines(width: width, style: .plain).allSatisfy { TextWidth.of($0) <= width }
            )
        }
        #expect(picker.choice("2")?.item == "/films/b.mkv")
        #expect(picker.choice(" 1 ")?.title == "Alien")
        #expect(["0", "3", "-1", "", "x"].allSatisfy { picker.choice($0) == nil })
    }

    @Test func `a player's current item is continued unless another item was played later`() {
        let newest = point("film", revision: 10)
        #expect(PlayChoice.isCurrent("film", changedAt: 3, newest: newest))
        // The next of the queue became current after the film was finished.
        #expect(PlayChoice.isCurrent("episode 2", changedAt: 11, newest: newest))
        #expect(!PlayChoice.isCurrent("episode 2", changedAt: 9, newest: newest))
    }

    /// URLs, which are played without a look at a disk.
    @Test func `an item that was finished or cleared is not played again`() async throws {
        let daemon = try DaemonProcess.running()
        let client = StateClient(socket: daemon.socket)
        func chosen() async throws -> [String] {
            let points = Continuation(client: client)
            let choice = PlayChoice(points: points, player: "mpv", isWhole: true)
            return try await choice.items(pick: false, expired: false).map { String($0.suffix(1)) }
        }
        func play(_ item: String) async throws {
            let item = "http://e.org/" + item
            let snapshot = Snapshot(item: item, player: "mpv", status: .paused, position: 900)
            _ = try await client.save(snapshot)
        }
        try await play("a")
        try await play("b")
        #expect(try await chosen() == ["b"])
        try await client.clear("http://e.org/b")
        #expect(try await chosen() == ["a"])
        // What was queued follows the removed item.
        _ = try await client.enqueue(["http://e.org/c", "http://e.org/d"], on: "mpv")
        try await play("b")
        #expect(try await chosen() == ["b", "c", "d"])
        try await client.clear("http://e.org/b")
        #expect(try await chosen() == ["c", "d"])
        // An item that has not begun yet has no point to lose, even if it was played before.
        _ = try await client.skip(on: "mpv")
        #expect(try await chosen() == ["c", "d"])
        _ = try await client.playNow("http://e.org/b", on: "mpv")
        #expect(try await chosen() == ["b", "d"])
    }

    // MARK: Files that lie elsewhere

    @Test func `a path below another root is matched by its last parts`() {
        let search = FileSearch(roots: ["/mnt", "/"], names: [])
        #expect(
            search.likely("/home/films/b.mkv") == [
                "/mnt/home/films/b.mkv", "/home/films/b.mkv", "/mnt/films/b.mkv", "/films/b.mkv",
                "/mnt/b.mkv", "/b.mkv",
            ]
        )
        #expect(ContentKey.size(in: "content:40000-abc") == 40_000)
        #expect(ContentKey.size(in: "content:x-abc") == nil)
    }

    @Test func `a file is found by its contents, or by the last parts of its path`() throws {
        let directory = try TemporaryDirectory()
        let bytes = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        for folder in ["films", "films/old", "films/series"] {
            #expect(mkdir(directory.file(folder), 0o700) == 0)
        }
        let renamed = directory.file("films/old/renamed.mkv")
        try DaemonFiles.write(bytes, to: renamed)
        // The same name and size, but not the same file.
        let other = directory.file("films/series/alien.mkv")
        try DaemonFiles.write(bytes.reversed(), to: other)
        let key = try #require(ContentFile.key(of: renamed))
        let roots = [directory.file("films")]
        let known = FileSearch(roots: roots, names: ["tv", key])
        #expect(known.find("/home/kim/series/alien.mkv") == ItemFile.resolved(renamed))
        // A search whose time is over ends at the first file.
        #expect(known.find("/home/kim/series/alien.mkv", until: 0) == nil)
        let unknown = FileSearch(roots: roots, names: [])
        #expect(unknown.find("/home/kim/series/alien.mkv") == ItemFile.resolved(other))
        #expect(unknown.find("/home/kim/alien.mkv") == nil)
        #expect(FileSearch(roots: [], names: [key]).find("/home/kim/series/alien.mkv") == nil)
        #expect(symlink(roots[0], directory.file("films/cycle")) == 0)
        #expect(FileSearch(roots: roots, names: ["content:7-x"]).find("/a.mkv") == nil)
        // A directory on another disk, behind a link.
        #expect(mkdir(directory.file("disk"), 0o700) == 0)
        #expect(rename(renamed, directory.file("disk/moved.mkv")) == 0)
        #expect(known.find("/home/kim/series/alien.mkv") == nil)
        #expect(symlink(directory.file("disk"), directory.file("films/disk")) == 0)
        let moved = ItemFile.resolved(directory.file("disk/moved.mkv"))
        #expect(known.find("/home/kim/series/alien.mkv") == moved)
    }
}
