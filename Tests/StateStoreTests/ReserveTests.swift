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

    @Test func `a store that was closed leaves what the next start needs`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 100)
        shelf.stop()
        // The index of the log: 32 KiB that a full disk has no room for.
        #expect(size(shelf.options.path + "-shm") ?? 0 >= 32 << 10)
        try shelf.restart()
        #expect(try shelf.list() == ["film"])
    }
}
