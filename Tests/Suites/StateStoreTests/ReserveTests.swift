// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import StateStore

@Suite struct `The reserve for a full disk` {
    private func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_blocks) * 512 : nil
    }

    @Test func `the reserve occupies space on the store's disk until it is needed`() throws {
        let harness = try StoreHarness()
        let path = harness.options.path + ".reserve"
        #expect(size(path) == nil)
        #expect(try !harness.store.reserve.isWhole)
        #expect(try harness.store.reserve.fill())
        #expect(try harness.store.reserve.isWhole)
        #expect(size(path) ?? 0 >= 8 << 20)
        #expect(try harness.store.reserve.fill())
        #expect(try harness.store.reserve.release())
        #expect(size(path) == nil)
        #expect(try !harness.store.reserve.release())
    }

    @Test func `no reserve is made if the disk has too little room`() throws {
        let harness = try StoreHarness { $0.reserveBytes = 1 << 60 }
        #expect(try !harness.store.reserve.fill())
        #expect(size(harness.options.path + ".reserve") == nil)
    }

    @Test func `the reserve can be turned off`() throws {
        let harness = try StoreHarness { $0.reserveBytes = 0 }
        #expect(try harness.store.reserve.isWhole)
        #expect(try harness.store.reserve.fill())
        #expect(size(harness.options.path + ".reserve") == nil)
    }

    @Test func `the index of the write-ahead log takes no disk space`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 100)
        // 32 KiB that a full disk would not have.
        #expect(size(harness.options.path + "-shm") == nil)
        harness.stop()
        #expect(size(harness.options.path + "-shm") == nil)
        try harness.restart()
        #expect(try harness.list() == ["film"])
        #expect(size(harness.options.path + "-shm") == nil)
    }
}
