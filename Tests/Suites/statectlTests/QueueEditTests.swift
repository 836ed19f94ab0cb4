// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing

@testable import statectl

/// Queues that are edited by number and by name.
@Suite struct QueueEditTests {
    private let queue = ["/films/alien.mkv", "2", "/old/alien.mkv", "https://a.example/b%20c"]

    @Test func `entries of a queue are found by name, by number and by the last parts of the path`()
        throws
    {
        let edit = QueueEdit(items: queue)
        #expect(try edit.index(of: "/old/alien.mkv") == 2)
        #expect(try edit.index(of: "1") == 0)
        #expect(try edit.index(of: "2") == 1, "a name has priority")
        #expect(try edit.index(of: "b c") == 3)
        #expect(
            throws: Failure(
                .badValue,
                "alien.mkv is in the queue 2 times; give its number instead"
            )
        ) { try edit.index(of: "alien.mkv") }
        #expect(throws: Failure(.notThere, "there is no item 5; 4 items queued")) {
            try edit.index(of: "5")
        }
        #expect(throws: Failure(.notThere, "x is not in the queue")) { try edit.index(of: "x") }
    }

    @Test func `the numbers of entries refer to the queue before the change`() throws {
        var edit = QueueEdit(items: ["a", "b", "c", "d"])
        try edit.remove(["1", "3", "1"])
        #expect(edit.items == ["b", "d"])
        try edit.move("2", to: 1)
        #expect(edit.items == ["d", "b"])
        try edit.move("d", to: 99)
        #expect(edit.items == ["b", "d"])
    }

    @Test
    func `a queue can be edited by number and name, saved to a file and loaded`() async throws {
        let daemon = try DaemonProcess.running()
        _ = try await daemon.said("queue set mpv a b c d --create")
        #expect(
            try await daemon.said("queue remove mpv 1 c") == "mpv: 2 items queued, revision 2\n"
        )
        #expect(try await daemon.said("queue move mpv d 1") == "mpv: 2 items queued, revision 3\n")
        #expect(try await daemon.said("queue show mpv") == "d\nb\n")
        let file = daemon.directory.file("evening.m3u")
        #expect(
            try await daemon.said("queue save mpv \(file)") == "wrote 2 items to \(file)\n"
        )
        #expect(try await daemon.said("queue clear mpv") == "mpv: nothing queued, revision 4\n")
        #expect(
            try await daemon.said("queue load mpv \(file)") == "mpv: 2 items queued, revision 5\n"
        )
        let playlist = "#EXTM3U\r\n#EXTINF:1,x\r\ne\r\n\r\n"
        #expect(
            try await daemon.said("queue load mpv - --append", input: playlist)
                == "mpv: 3 items queued, revision 6\n"
        )
        #expect(try await daemon.said("queue show mpv") == "d\nb\ne\n")
        let address = "HTTPS://kim:secret@Example.org:443/a.mp4?token=k#b"
        _ = try await daemon.said("queue load radio - --create", input: "\(address)\n")
        #expect(try await daemon.said("queue show radio") == "https://example.org/a.mp4\n")
        #expect(
            try await daemon.said("queue remove mpv 9")
                == "statectl: there is no item 9; 3 items queued\n[1]"
        )
        #expect(
            try await daemon.said("queue load mvp - --append", input: "")
                == "statectl: there is no player “mvp”; did you mean “mpv”? “statectl players” lists "
                + "the players, and --create makes a new one\n[1]"
        )
        #expect(
            try await daemon.said("queue clear mvp")
                == "statectl: there is no player “mvp”; did you mean “mpv”? “statectl players” lists "
                + "the players\n[1]"
        )
    }
}
