// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import StateBridge
import StateModel
import StateTesting
import Testing

/// Orders that name files by their paths on another device.
@Suite struct LocalCopiesTests {
    private let folder: TemporaryDirectory
    private let film: String
    private var copies = LocalCopies()

    init() throws {
        folder = try TemporaryDirectory()
        film = folder.file("films/alien.mkv")
        #expect(mkdir(folder.file("films"), 0o700) == 0)
        try DaemonFiles.write((0..<40_000).map { UInt8(truncatingIfNeeded: $0) }, to: film)
    }

    private func queued(_ items: String..., at revision: Revision = 1) -> SurfaceEvent {
        let player = Player(
            player: "mpv",
            item: "http://x/radio",
            playing: true,
            phase: .foreground,
            surfaces: 1,
            queue: items,
            revision: revision
        )
        let change = Change(kind: .player, revision: revision, about: .player(player))
        return .changes([change], isLive: true)
    }

    /// Waits for the end of the search.
    private mutating func finding(now: Int? = nil) -> LocalCopies.Passed {
        var poll = pollfd(fd: copies.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(Glibc.poll(&poll, 1, 10_000) == 1)
        if let now { return copies.pass([], now: now) }
        return copies.pass([])
    }

    @Test mutating func `an order of a file that is here passes`() {
        let order = queued(film)
        #expect(copies.pass([order]).events.isEmpty)
        let passed = finding()
        #expect(passed.events == [order] && passed.calls.isEmpty)
        // The second time, nothing needs to be looked up.
        #expect(copies.pass([order]).events == [order])
    }

    @Test mutating func `an order of another device's path waits for the item's other names`() {
        let order = queued(film, "/other/alien.mkv")
        let later = queued("http://x/b", at: 2)
        _ = copies.pass([order])
        #expect(finding().calls == [.names(of: "/other/alien.mkv")])
        // Answers to the player's own calls do not wait.
        let answer = SurfaceEvent.settled(revision: 1)
        #expect(copies.pass([later, answer]).events == [answer])
        let names = SurfaceEvent.names(
            of: "/other/alien.mkv",
            aliases: ["tv", "/gone/alien.mkv", film],
            roots: []
        )
        #expect(copies.pass([names]).events.isEmpty)
        let passed = finding()
        #expect(passed.calls == [.name(item: "/other/alien.mkv", alias: film)])
        #expect(passed.events == [.same(item: film, own: "/other/alien.mkv"), order, later])
    }

    @Test mutating func `a request to open another device's path opens the copy`() {
        let request = SurfaceRequest(4, .open, item: "/home/kim/films/alien.mkv")
        _ = copies.pass([.request(request)])
        _ = finding()
        let roots = [folder.path]
        _ = copies.pass([.names(of: "/home/kim/films/alien.mkv", aliases: [], roots: roots)])
        #expect(finding().events.last == .request(request.playing(film)))
        // Other requests do not wait.
        let pause = SurfaceEvent.request(SurfaceRequest(5, .pause))
        #expect(copies.pass([.request(request), pause]).events == [pause])
    }

    @Test mutating func `a path of which there is no copy passes unchanged`() {
        let order = queued("/other/a", "/other/b")
        _ = copies.pass([order])
        _ = finding()
        _ = copies.pass([.names(of: "/other/a", aliases: [], roots: [folder.path])])
        let first = finding()
        #expect(first.calls == [.names(of: "/other/b")])
        _ = copies.pass([.names(of: "/other/b", aliases: [], roots: [])])
        let second = finding()
        #expect(second.events == [order])
    }

    @Test mutating func `a name that the player has itself is not looked up`() {
        let point = SurfaceEvent.continuation(
            item: film,
            own: "/other/alien.mkv",
            point: nil,
            position: 0
        )
        #expect(copies.pass([point]).events == [point])
        let order = queued("/other/alien.mkv")
        #expect(copies.pass([order]).events == [order])
    }

    @Test mutating func `an order whose search does not end passes after some seconds`() {
        let (order, later) = (queued("/other/a"), queued("http://x/b", at: 2))
        #expect(copies.wakeAt == nil)
        #expect(copies.pass([order], now: 1_000).events.isEmpty && copies.wakeAt == 8_000)
        #expect(finding(now: 1_001).calls == [.names(of: "/other/a")])
        // The daemon does not answer.
        #expect(copies.pass([later], now: 7_999).events.isEmpty)
        #expect(copies.pass([], now: 8_000).events == [order, later])
        #expect(copies.wakeAt == nil)
    }

    @Test mutating func `while a search does not end, later orders do not wait`() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let input = ends[0]
        copies = LocalCopies { _ in
            var byte: UInt8 = 0
            return read(input, &byte, 1) >= 0
        }
        let (order, later) = (queued("/other/a"), queued("/other/b", at: 2))
        _ = copies.pass([order], now: 0)
        #expect(copies.pass([later], now: 7_000).events == [order, later])
        #expect(copies.pass([order]).events == [order])
        // The disk responds again.
        close(ends[1])
        #expect(finding().calls.isEmpty)
        #expect(copies.pass([later]).events.isEmpty)
        #expect(finding().calls == [.names(of: "/other/b")])
        close(input)
    }

    @Test mutating func `the descriptor does not stay readable after the findings are taken`() {
        copies = LocalCopies { _ in false }
        var poll = pollfd(fd: copies.descriptor, events: Int16(POLLIN), revents: 0)
        for number in 1...500 {
            var passed = copies.pass([queued("/other/\(number)")])
            while passed.events.isEmpty { passed = copies.pass([]) }
            // The signal may be late.
            let isQuiet = (0..<100)
                .contains { _ in
                    defer { _ = copies.pass([]) }
                    return Glibc.poll(&poll, 1, 1) == 0
                }
            #expect(isQuiet)
        }
    }

    @Test mutating func `a lost connection ends the wait`() {
        _ = copies.pass([queued("/other/a")])
        #expect(copies.pass([.detached]).events == [.detached])
        let order = queued("http://x/b")
        #expect(copies.pass([order]).events == [order])
        let names = copies.pass([.names(of: "/other/a", aliases: [film], roots: [])])
        #expect(names.events.isEmpty && names.calls.isEmpty)
    }
}
