// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PlayerMPRIS

/// A player's events and the names of what it plays, which may need a look at a file.
@Suite struct NamedEventsTests {
    private var naming = NamedEvents()
    private let file = MPRISMetadata(trackID: "/1", url: "file:///v/link.mkv")

    private mutating func says(_ metadata: MPRISMetadata?, at now: Int) {
        naming.append(.changed(MPRISProperties(metadata: metadata)), at: now)
    }

    /// The items of the events that are ready, with their times.
    private mutating func items(now: Int, waits: Bool = true) -> [String] {
        naming.take(now: now, waits: waits).ready.map { event, time in
            guard case .changed(let properties) = event else { return "\(time)" }
            return "\(time) \(properties.metadata?.item ?? "-")"
        }
    }

    @Test mutating func `an item that is not a file gets its name at once`() {
        says(MPRISMetadata(url: "HTTP://Films.example/a"), at: 1)
        says(MPRISMetadata(trackID: "/org/mpris/7"), at: 2)
        naming.append(.seeked(5), at: 3)
        #expect(items(now: 3) == ["1 http://films.example/a", "2 -", "3"])
        #expect(!naming.isWaiting && naming.wakeAt == nil)
    }

    @Test
    mutating func `a file's contents are read once; later events wait until they have been read`() {
        says(file, at: 1)
        let first = naming.take(now: 1)
        #expect(first.ready.isEmpty && first.unnamed == file)
        naming.append(.seeked(5), at: 2)
        let second = naming.take(now: 2)
        #expect(second.ready.isEmpty && second.unnamed == nil)
        naming.found("/v/a.mkv", of: file)
        #expect(items(now: 3) == ["1 /v/a.mkv", "2"])
        says(file, at: 4)
        #expect(items(now: 4) == ["4 /v/a.mkv"])
    }

    @Test mutating func `a disk that does not answer delays an item by two seconds at most`() {
        says(file, at: 1_000)
        #expect(items(now: 1_000).isEmpty)
        #expect(naming.wakeAt == 3_000)
        #expect(items(now: 2_999).isEmpty)
        #expect(items(now: 3_000) == ["1000 /v/link.mkv"])
        // The name stays while the track does.
        naming.found("/v/a.mkv", of: file)
        says(file, at: 4_000)
        #expect(items(now: 4_000) == ["4000 /v/link.mkv"])
    }

    @Test mutating func `an answer about an earlier track does not name a later one`() {
        let next = MPRISMetadata(trackID: "/2", url: "file:///v/b.mkv")
        says(file, at: 0)
        #expect(items(now: 0).isEmpty)
        #expect(items(now: 2_000) == ["0 /v/link.mkv"])
        says(next, at: 2_100)
        #expect(naming.take(now: 2_100).unnamed == next)
        naming.found("/v/a.mkv", of: file)
        #expect(items(now: 2_200).isEmpty)
        naming.found("/w/b.mkv", of: next)
        #expect(items(now: 2_300) == ["2100 /w/b.mkv"])
    }

    @Test mutating func `a bridge that stops delivers the events that waited`() {
        says(file, at: 1)
        says(MPRISMetadata(trackID: "/2", url: "file:///v/b.mkv"), at: 2)
        #expect(items(now: 3, waits: false) == ["1 /v/link.mkv", "2 /v/b.mkv"])
    }
}
