// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import StateModel
import StateSync
import StateTesting
import SyncTesting
import Testing

@testable import RemoteFolder

/// What programs that carry a folder do to it, and what must come of that.
@Suite struct `A folder copied by other programs` {
    private let folder: SharedFolderHarness

    init() throws {
        folder = try SharedFolderHarness()
    }

    private func bytes(_ file: String) throws -> [UInt8] {
        let descriptor = open("\(folder.path)/\(file)", O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(descriptor, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, count)))
    }

    private func write(_ bytes: [UInt8], _ file: String) {
        let descriptor = open("\(folder.path)/\(file)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    @Test func `a file that arrives piece by piece is read once it is complete`() async throws {
        let attic = device(1, folder.remote(1))
        await attic.append("e1", now: 1)
        await attic.round(now: 2)
        let file = try #require(folder.files(".seg").first)
        let whole = try bytes(file)
        let cellar = device(2, folder.remote(2))
        for count in [0, 1, 8, whole.count / 2, whole.count - 1] {
            write(Array(whole.prefix(count)), file)
            #expect(await cellar.round(now: 3 + count).error == nil)
            #expect(await cellar.eventIDs == [])
        }
        var damaged = whole
        damaged[whole.count / 2] ^= 1
        write(damaged, file)
        await cellar.round(now: 1_000)
        #expect(await cellar.eventIDs == [])
        write(whole, file)
        await cellar.round(now: 1_001)
        #expect(await cellar.eventIDs == ["e1"])
    }

    @Test func `a device's file is read only after the device's earlier files have arrived`()
        async throws
    {
        let attic = device(1, folder.remote(1))
        for number in 1...3 {
            await attic.append("e\(number)", now: Timestamp(number))
            await attic.round(now: Timestamp(number))
        }
        let files = folder.files(".seg")
        #expect(files.count == 3)
        let first = try bytes(files[0])
        unlink("\(folder.path)/\(files[0])")
        let cellar = device(2, folder.remote(2))
        await cellar.round(now: 10)
        #expect(await cellar.eventIDs == [])
        write(first, files[0])
        await cellar.round(now: 11)
        #expect(await cellar.eventIDs == ["e1", "e2", "e3"])
    }

    @Test func `files of other programs are ignored`() async throws {
        let attic = device(1, folder.remote(1))
        await attic.append("e1", now: 1)
        await attic.round(now: 2)
        let file = try #require(folder.files(".seg").first)
        let directory = file.split(separator: "/").dropLast().joined(separator: "/")
        write([1, 2, 3], "\(directory)/.syncthing.x.seg.tmp")
        write([1, 2, 3], "\(directory)/1-x.sync-conflict-20260101-010101-ABC.seg")
        write([1, 2, 3], "\(directory)/1-00000000000000ff-1-9.seg")
        write([1, 2, 3], "devices/README")
        write([1, 2, 3], "presences/0000000000000009-1")
        let cellar = device(2, folder.remote(2))
        #expect(await cellar.round(now: 3).error == nil)
        #expect(await cellar.eventIDs == ["e1"])
    }

    @Test func `many files are packed into few without loss`() async throws {
        let attic = device(1, folder.remote(1))
        let cellar = device(2, folder.remote(2))
        for number in 1...200 {
            await attic.save("book", Double(number), now: Timestamp(number))
            await attic.append("e\(number)", now: Timestamp(number))
            await attic.round(now: Timestamp(number))
            if number % 7 == 0 { await cellar.round(now: Timestamp(number)) }
        }
        await cellar.round(now: 1_000)
        #expect(folder.files(".seg").count < 70)
        #expect(folder.files(".pack").count == 1)
        let newcomer = device(3, folder.remote(3))
        await newcomer.round(now: 1_001)
        for store in [cellar, newcomer] {
            #expect(await store.eventIDs == (1...200).map { "e\($0)" })
            #expect(await store.position("book") == 200)
        }
        // A device that has lost its store begins a new life with the first round.
        let again = device(1, folder.remote(1))
        #expect(await again.round(now: 1_002).error != nil)
        await again.round(now: 1_003)
        #expect(await again.eventIDs == (1...200).map { "e\($0)" })
    }

    @Test func `a device that has many packed files waits for 64 others before it packs again`() {
        let packs = (1...200).map {
            SegmentName(generation: 1, run: 7, first: $0, last: $0, isPacked: true)
        }
        let others = (1...64).map {
            SegmentName(generation: 1, run: 8, first: $0, last: $0, isPacked: false)
        }
        #expect(!SharedFolder.needsPacking(packs + others.dropLast()))
        #expect(SharedFolder.needsPacking(packs + others))
    }

    @Test func `the value of a key is kept when the events around it are removed`()
        async throws
    {
        let attic = device(1, folder.remote(1))
        let cellar = device(2, folder.remote(2))
        for number in 1...150 {
            let now = Timestamp(number * 3_600_000)
            let key = number < 4 ? "a" : nil
            await attic.append("e\(number)", key: key, now: now)
            await attic.round(now: now)
            await cellar.round(now: now)
        }
        #expect(folder.files(".pack").count == 1)
        let newcomer = device(3, folder.remote(3))
        await newcomer.round(now: Timestamp(151 * 3_600_000))
        let kept = await newcomer.eventIDs
        #expect(kept.first == "e3")
        #expect(!kept.contains("e4"))
        // Neither device waits for events that are gone.
        await attic.append("last", now: Timestamp(152 * 3_600_000))
        await attic.round(now: Timestamp(152 * 3_600_000))
        for device in [cellar, newcomer] {
            await device.round(now: Timestamp(153 * 3_600_000))
            #expect(await device.eventIDs.last == "last")
        }
    }

    @Test
    func `the clear of a key is kept, because another device may still have the value`()
        async throws
    {
        let attic = device(1, folder.remote(1))
        let cellar = device(2, folder.remote(2))
        await attic.append("value", key: "\u{E9}", now: 1)
        await attic.round(now: 1)
        await cellar.round(now: 2)
        // This key has other bytes, and looks the same.
        await cellar.append("other", key: "e\u{301}", now: 2)
        await cellar.append("clear", key: "\u{E9}", clears: true, now: 3)
        for number in 1...150 {
            let now = Timestamp(number * 3_600_000)
            await cellar.append("e\(number)", now: now)
            await cellar.round(now: now)
            await attic.round(now: now)
        }
        #expect(folder.files(".pack").count == 1)
        let newcomer = device(3, folder.remote(3))
        await newcomer.round(now: Timestamp(151 * 3_600_000))
        let kept = await newcomer.eventIDs
        #expect(kept.prefix(3) == ["value", "other", "clear"])
        #expect(!kept.contains("e1"))
    }

    @Test
    func `the removal of an item is kept while another device's files may have its point`()
        async throws
    {
        let attic = device(1, folder.remote(1))
        let cellar = device(2, folder.remote(2))
        await attic.with { store in _ = store.save("book", 10, now: 1, ttl: 300 * 86_400_000) }
        await attic.round(now: 1)
        await cellar.round(now: 2)
        await cellar.with { store in _ = store.clear("book", now: 3) }
        for number in 1...150 {
            let now = Timestamp(number * 3_600_000)
            await cellar.append("e\(number)", now: now)
            await cellar.round(now: now)
            await attic.round(now: now)
        }
        #expect(folder.files(".pack").count == 1)
        let newcomer = device(3, folder.remote(3))
        await newcomer.round(now: Timestamp(151 * 3_600_000))
        #expect(await newcomer.position("book") == nil)
    }

    @Test func `everything is sent again to a folder that reverts to an older copy`() async throws {
        let attic = device(1, folder.remote(1))
        await attic.append("e1", now: 1)
        await attic.round(now: 2)
        let old = folder.files(".seg")
        await attic.append("e2", now: 3)
        await attic.save("book", 10, now: 3)
        await attic.round(now: 4)
        await attic.round(now: 5)
        for file in folder.files(".seg") where !old.contains(file) {
            unlink("\(folder.path)/\(file)")
        }
        await attic.append("e3", now: 6)
        for now in 7...9 { #expect(await attic.round(now: Timestamp(now)).error == nil) }
        let cellar = device(2, folder.remote(2))
        await cellar.round(now: 10)
        #expect(await cellar.eventIDs == ["e1", "e2", "e3"])
        #expect(await cellar.position("book") == 10)
    }

    @Test func `devices sync through a folder that rsync copies in both directions`() async throws {
        let other = try SharedFolderHarness()
        let attic = device(1, folder.remote(1))
        _ = await attic.round(now: 1)
        try carry(folder, other)
        let cellar = device(2, other.remote(2))
        for round in 1...20 {
            await attic.append("a\(round)", now: Timestamp(round * 100))
            await attic.save("book", Double(round), now: Timestamp(round * 100))
            await cellar.append("c\(round)", now: Timestamp(round * 100 + 1))
            if round == 20 { await cellar.save("book", 99, now: Timestamp(round * 100 + 1)) }
            #expect(await attic.round(now: Timestamp(round * 100 + 2)).error == nil)
            try carry(folder, other)
            #expect(await cellar.round(now: Timestamp(round * 100 + 3)).error == nil)
            try carry(other, folder)
        }
        await attic.round(now: 10_000)
        for store in [attic, cellar] {
            let ids = await store.eventIDs
            #expect(ids.filter { $0.hasPrefix("a") } == (1...20).map { "a\($0)" })
            #expect(ids.filter { $0.hasPrefix("c") } == (1...20).map { "c\($0)" })
            #expect(await store.position("book") == 99)
        }
    }

    /// Carries what is new in one folder to the other.
    private func carry(_ one: SharedFolderHarness, _ other: SharedFolderHarness) throws {
        let program = "/usr/bin/rsync"
        let child = try Child(program, ["-a", "--update", one.path + "/", other.path + "/"])
        #expect(child.wait() == 0)
    }
}
