import Glibc
import Testing

@testable import StateStore

@Suite struct `Space set aside for a full disk` {
    private func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_blocks) * 512 : nil
    }

    @Test func `it is on the disk, beside the store, until it is given back`() throws {
        let shelf = try Shelf()
        let path = shelf.options.path + ".reserve"
        #expect(size(path) == nil)
        #expect(try !shelf.store.hasReserve)
        #expect(try shelf.store.fillReserve())
        #expect(try shelf.store.hasReserve)
        #expect(size(path) ?? 0 >= 8 << 20)
        #expect(try shelf.store.fillReserve())
        #expect(try shelf.store.releaseReserve())
        #expect(size(path) == nil)
        #expect(try !shelf.store.releaseReserve())
    }

    @Test func `a disk with too little room is left alone`() throws {
        let shelf = try Shelf { $0.reserveBytes = 1 << 60 }
        #expect(try !shelf.store.fillReserve())
        #expect(size(shelf.options.path + ".reserve") == nil)
    }

    @Test func `none can be wanted`() throws {
        let shelf = try Shelf { $0.reserveBytes = 0 }
        #expect(try shelf.store.hasReserve)
        #expect(try shelf.store.fillReserve())
        #expect(size(shelf.options.path + ".reserve") == nil)
    }

    @Test func `a store that is opened again wants no room for an index of its log`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 100)
        // 32 KiB that a full disk would not have.
        #expect(size(shelf.options.path + "-shm") == nil)
        shelf.stop()
        #expect(size(shelf.options.path + "-shm") == nil)
        try shelf.restart()
        #expect(try shelf.list() == ["film"])
    }
}
