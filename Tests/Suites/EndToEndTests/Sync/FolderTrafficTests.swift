// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import StateTesting
import SystemSupport
import Testing
import Varlink

/// The files written into a shared folder, which its program must carry to all devices.
@Suite(.timeLimit(.minutes(10))) struct `Files written into a shared folder` {
    private let clock: TestClock
    private let house: Household
    private let attic: Client
    private let writes: FolderWrites

    init() throws {
        clock = try TestClock()
        // The clock may move while a device waits for the folder.
        house = try Household("--sync-timeout", "10m", clock: clock)
        attic = try house.attic.client()
        try attic.save("film", 1, ["status": "playing", "cause": "load"])
        try house.meet()
        writes = try FolderWrites(house.folder)
    }

    /// Waits until the attic says that it has sent everything, and returns the cellar's position.
    private func sentPosition() throws -> Double? {
        try MonitorStream(house.attic.socket).until {
            $0["state"] == "idle" && $0.at("outbox.pending") == 0 && $0.at("outbox.inFlight") == 0
        }
        let cellar = try house.cellar.client()
        try cellar.syncNow()
        return try cellar.position("film")
    }

    @Test func `a film of two hours that is watched on one device writes at most 200 files`() throws
    {
        let monitor = try MonitorStream(house.attic.socket)
        let before = try monitor.until { _ in true }["pushes"]?.int ?? 0
        for push in 1...160 {
            for tick in 1...3 {
                try attic.tick("film", Double(push * 45 + tick * 15))
                // The reply shows that the tick has arrived before the clock moves.
                try attic.service("GetHealth")
                try clock.advance(by: .seconds(15))
            }
            try monitor.until { $0["pushes"]?.int ?? 0 >= before + push && $0["state"] == "idle" }
        }
        try attic.save("film", 7_300)
        #expect(try sentPosition() == 7_300)
        let count = writes.count()
        #expect((160...200).contains(count))
    }

    @Test(arguments: ["playing", "paused"])
    func `200 seeks in 4 s write at most 8 files, and the last one is sent`(status: String) throws {
        let start = clock.now
        for seek in 1...200 {
            let others: JSONValue = ["status": .string(status), "cause": "seek"]
            try attic.save("film", Double(seek * 30), others)
            try clock.advance(by: .milliseconds(10))
        }
        // A round begins with the first seek, and another one after each 2.5 s that the seeks take:
        // at least two in 4 s, and more on a slow machine.
        let took: Int = clock.now - start
        let rounds = 1 + max(2, (took + 2_499) / 2_500)
        try clock.advance(by: .milliseconds(2_500))
        #expect(try sentPosition() == 6_000)
        let count = writes.count()
        #expect(count > 0 && count <= (status == "playing" ? 1 : 2) * rounds + 2)
    }
}

/// A counter of the files that devices write into a shared folder.
private final class FolderWrites {
    private let inotify: Descriptor

    /// Begins to count in the folder and in its directories.
    init(_ folder: String) throws {
        inotify = Descriptor(
            try checked("count") { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) }
        )
        let devices = Directory.names(in: folder + "/devices").map { "\(folder)/devices/\($0)" }
        for path in devices + [folder + "/presences", folder] {
            try checked("count", path: path) {
                inotify_add_watch(inotify.number, path, UInt32(IN_CLOSE_WRITE))
            }
        }
    }

    /// Returns the number of files written so far, each of which is closed once; call it once.
    func count() -> Int {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        while case let length = read(inotify.number, &bytes, bytes.count), length > 0 {
            var offset = 0
            while offset < length {
                let size = bytes.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)
                }
                count += 1
                offset += 16 + Int(size)
            }
        }
        return count
    }
}
