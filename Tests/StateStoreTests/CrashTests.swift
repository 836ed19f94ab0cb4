import StateModel
import Testing

@testable import StateStore

@Suite struct `What a crash leaves` {
    let items = (0..<12).map { "item-\($0)" }

    /// A store in which every item has a past of its own kind.
    private func eventful(flushRows: Int) throws -> Shelf {
        let shelf = try Shelf { $0.flushRows = flushRows }
        for (index, item) in items.enumerated() {
            try shelf.save(item, 10, status: .playing)
            shelf.now += 1000
            try shelf.save(item, 11, status: index % 2 == 0 ? .playing : .paused)
            if index % 3 == 0 { try shelf.save(item, 500, by: "vlc") }
            if index % 4 == 1 { try shelf.quarantine(item, 1) }
            if index % 5 == 2 { try shelf.clear(item) }
        }
        return shelf
    }

    @Test(arguments: [1, 2, 3, 5, 8, 1000])
    func `between any two slices of a flush the same is found`(slice: Int) throws {
        let shelf = try eventful(flushRows: 10)
        let expected = try shelf.picture(of: items)
        var crashes = 0
        while try shelf.store.needsUpkeep {
            try shelf.store.upkeep(rows: slice, now: shelf.now)
            let survivor = try Shelf(after: shelf)
            #expect(try survivor.picture(of: items) == expected)
            try survivor.upkeep()
            #expect(try survivor.picture(of: items) == expected)
            crashes += 1
        }
        #expect(crashes >= (slice < 1000 ? 9 : 1))
        #expect(try shelf.picture(of: items) == expected)
    }

    @Test(arguments: 1...24)
    func `commits between slices of any size are found with what is flushed`(slice: Int) throws {
        let shelf = try eventful(flushRows: 20)
        var turn = 0
        while try shelf.store.needsUpkeep {
            let item = items[turn % items.count]
            shelf.now += 1000
            switch turn % 5 {
            case 0: try shelf.save(item, Double(turn * 100))
            case 1: try shelf.save(item, 11, by: "web", status: .playing)
            case 2: if try shelf.point(item) != nil { try shelf.quarantine(item, 1) }
            case 3: if try shelf.point(item) != nil { try shelf.clear(item) }
            default: break
            }
            let store = try shelf.store
            let before = try shelf.picture(of: items)
            try store.upkeep(rows: slice, now: shelf.now)
            #expect(try shelf.picture(of: items) == before)
            if turn % 7 == 0 {
                #expect(try Shelf(after: shelf).picture(of: items) == before)
            }
            turn += 1
            if turn > 60 { shelf.options.flushRows = 1000 }
            try shelf.store.options.flushRows = shelf.options.flushRows
        }
        let last = try shelf.picture(of: items)
        try shelf.tidy()
        #expect(try shelf.picture(of: items) == last)
        try shelf.restart()
        #expect(try shelf.picture(of: items) == last)
    }
}
