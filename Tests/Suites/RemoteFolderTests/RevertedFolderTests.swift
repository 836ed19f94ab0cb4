// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import RemoteFolder
import StateModel
import StateSync
import StateTesting
import SyncModel
import SyncTesting
import Testing

/// A folder that goes back to an older copy while a device that has written to it is gone.
@Suite struct `A folder that reverts after a device is gone` {
    private let folder: SharedFolderHarness
    private let attic: RemoteDevice
    private let cellar: RemoteDevice
    private let den: RemoteDevice

    init() async throws {
        folder = try SharedFolderHarness()
        attic = device(1, folder.remote(1))
        cellar = device(2, folder.remote(2))
        den = device(3, folder.remote(3))
        await attic.save("old", 1, now: 1)
        for now in 2...4 {
            for device in [attic, cellar, den] { await device.round(now: Timestamp(now)) }
        }
    }

    private var home: String { "\(folder.path)/devices/\(Origin(device: 1, incarnation: 1))" }

    /// Returns the contents of the files whose paths begin with `prefix`.
    private func copy(_ prefix: String = "") throws -> [String: [UInt8]] {
        let names = folder.files().filter { name in
            name.hasPrefix(prefix) && (name.contains("-1/") || name.hasPrefix("presences/"))
        }
        let files = try names.map { ($0, try DaemonFiles.read("\(folder.path)/\($0)")) }
        return Dictionary(uniqueKeysWithValues: files)
    }

    /// Gives the files whose paths begin with `prefix` the contents that they had in `copy`.
    private func revert(to copy: [String: [UInt8]], _ prefix: String = "") throws {
        for name in try self.copy(prefix).keys where copy[name] == nil {
            unlink("\(folder.path)/\(name)")
        }
        for (name, bytes) in copy where name.hasPrefix(prefix) {
            try DaemonFiles.write(bytes, to: "\(folder.path)/\(name)")
        }
    }

    /// Lets the attic write what the cellar and the den read, and be gone.
    private func write() async {
        for number in 1...3 { await attic.save("film \(number)", Double(number), now: 10) }
        await attic.save("old", 9, now: 10)
        await attic.append("value", key: "game", now: 10)
        await attic.append("plain", now: 10)
        for device in [attic, cellar, den] { await device.round(now: 11) }
    }

    private func expectAll(_ device: RemoteDevice) async {
        for number in 1...3 { #expect(await device.position("film \(number)") == Double(number)) }
        #expect(await device.position("old") == 9)
        #expect(await device.eventIDs.sorted() == ["plain", "value"])
    }

    /// Checks that the cellar sends what the folder has lost, once; the den finds it there.
    private func expectResending(now: Int) async {
        #expect(await cellar.round(now: Timestamp(now)).pushed > 0)
        #expect(await den.round(now: Timestamp(now)).error == nil)
        let newcomer = device(4, folder.remote(4))
        await newcomer.round(now: Timestamp(now + 1))
        await expectAll(newcomer)
        for device in [cellar, den, cellar, den] {
            #expect(await device.round(now: Timestamp(now + 2)).pushed == 0)
            await expectAll(device)
        }
    }

    @Test func `the devices that have read its records send them again, once`() async throws {
        let old = try copy()
        await write()
        try revert(to: old)
        await expectResending(now: 20)
    }

    @Test func `its records are sent again even if the files revert before the presences`()
        async throws
    {
        let old = try copy()
        await write()
        try revert(to: old, "devices/")
        for device in [cellar, den, cellar] { #expect(await device.round(now: 20).pushed == 0) }
        try revert(to: old, "presences/")
        await expectResending(now: 30)
    }

    @Test func `nothing is sent or read again because its files are missing for a while`()
        async throws
    {
        await write()
        for now in [20, 30] {
            #expect(rename(home, folder.path + "-away") == 0)
            for device in [cellar, den, cellar] {
                #expect(await device.round(now: Timestamp(now)).pushed == 0)
            }
            #expect(rename(folder.path + "-away", home) == 0)
            for device in [cellar, den] {
                let report = await device.round(now: Timestamp(now + 1))
                #expect(report.pushed == 0 && report.pulled == 0)
            }
        }
    }

    @Test func `files that come and go with older presences are sent again only once`()
        async throws
    {
        let old = try copy("presences/")
        await write()
        var pushed: [Int] = []
        for now in [20, 30, 40] {
            try revert(to: old, "presences/")
            #expect(rename(home, folder.path + "-away") == 0)
            pushed.append(await cellar.round(now: Timestamp(now)).pushed)
            #expect(rename(folder.path + "-away", home) == 0)
            await cellar.round(now: Timestamp(now + 1))
        }
        #expect(pushed[0] > 0)
        #expect(pushed.dropFirst() == [0, 0])
    }
}
