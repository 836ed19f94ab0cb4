// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import RemoteFolder
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

/// A folder that three devices share, and in which something else stands where one of them says
/// what it has seen.
@Suite(.timeLimit(.minutes(10))) struct `A device with an unreadable presence file` {
    private static let day = 86_400_000

    private let folder: SharedFolderHarness
    private let devices: [RemoteDevice]

    init() async throws {
        let folder = try SharedFolderHarness()
        self.folder = folder
        devices = (1...3).map { device($0, folder.remote($0)) }
        await devices[0].save("book", 10, now: 1)
        for _ in 0..<3 { for device in devices { await device.round(now: 2) } }
    }

    /// Puts something in the place of what a device says of itself.
    private func spoil(_ device: UInt64, with what: String) {
        let place = "\(folder.path)/presences/\(Origin(device: device, incarnation: 1))"
        #expect(unlink(place) == 0)
        switch what {
        case "a link to nothing": symlink("nowhere", place)
        case "a link to itself": symlink(place, place)
        case "a link to a name too long": symlink(String(repeating: "l", count: 300), place)
        case "a folder": mkdir(place, 0o700)
        case "a pipe": mkfifo(place, 0o600)
        default: close(open(place, O_WRONLY | O_CREAT, 0o600))
        }
    }

    private func keepsTombstone(_ device: RemoteDevice) async -> Bool {
        await device.with { $0.item(SyncKey(kind: .point, name: "book")) } != nil
    }

    @Test(arguments: [
        "a link to nothing", "a link to itself", "a link to a name too long", "a folder", "a pipe",
        "an empty file",
    ])
    func `a device with an unreadable presence file delays no other; tombstones wait for it`(
        _ what: String
    ) async throws {
        let (attic, cellar) = (devices[0], devices[1])
        spoil(3, with: what)
        await attic.with { store in _ = store.clear("book", now: 9) }
        #expect(await attic.round(now: 10).error == nil)
        #expect(await cellar.round(now: 11).error == nil)
        #expect(await cellar.position("book") == nil)
        for day in 1...4 {
            for one in [attic, cellar] { await one.round(now: Timestamp(day * Self.day)) }
        }
        #expect(await keepsTombstone(attic))
        // Once somebody takes it off the list, nobody waits for it.
        let remote = folder.remote(1)
        _ = try await remote.setUp()
        try await remote.forget(3)
        for day in 5...8 {
            for one in [attic, cellar] { await one.round(now: Timestamp(day * Self.day)) }
        }
        #expect(await !keepsTombstone(attic))
    }

    @Test func `a device rewrites its unreadable presence file in its next round`()
        async throws
    {
        let attic = devices[0]
        spoil(1, with: "a link to nothing")
        #expect(await attic.round(now: 10).error == nil)
        #expect(await attic.round(now: 11).error == nil)
        #expect(await attic.with(\.origin.incarnation) == 1)
        let remote = folder.remote(2)
        _ = try await remote.setUp()
        #expect(try await remote.devices().map(\.label) == ["device-1", "device-2", "device-3"])
    }
}
