// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import PlayerKit

/// The evidence about what stands under a name.
@Suite struct IdentityTests {
    /// A point at 40 s under a name, and what is played under that name now.
    struct Case: Sendable {
        var contents: Identity.Contents
        var length: Double?
        var actual: Double?
        var verdict: Identity.Verdict
    }

    static let cases = [
        // Equal contents decide.
        Case(contents: .same, length: 100, actual: 100, verdict: .item),
        Case(contents: .same, length: 100, actual: 30, verdict: .item),
        Case(contents: .same, length: nil, actual: nil, verdict: .item),
        // Unless the item has others, too, whose length is stored.
        Case(contents: .shared, length: 100, actual: 102, verdict: .item),
        Case(contents: .shared, length: 100, actual: 97.9, verdict: .another),
        Case(contents: .shared, length: 7_200, actual: 7_273, verdict: .another),
        Case(contents: .shared, length: nil, actual: 30, verdict: .item),
        Case(contents: .shared, length: 100, actual: nil, verdict: .item),
        // Else lengths do: within 2 s for other contents, and within 2 s or 1 % for unknown ones.
        Case(contents: .other, length: 100, actual: 102, verdict: .item),
        Case(contents: .other, length: 100, actual: 102.1, verdict: .another),
        Case(contents: .other, length: 100, actual: 97.9, verdict: .another),
        Case(contents: .other, length: 7_200, actual: 7_202, verdict: .item),
        Case(contents: .other, length: 7_200, actual: 7_202.1, verdict: .another),
        Case(contents: .other, length: 7_200, actual: 7_197.9, verdict: .another),
        Case(contents: .unknown, length: 7_200, actual: 7_272, verdict: .item),
        Case(contents: .unknown, length: 7_200, actual: 7_273, verdict: .unsure),
        Case(contents: .unknown, length: 100, actual: 98, verdict: .item),
        Case(contents: .unknown, length: 100, actual: 130, verdict: .unsure),
        // Other contents of an unknown length are another item.
        Case(contents: .other, length: nil, actual: 100, verdict: .another),
        Case(contents: .other, length: 100, actual: nil, verdict: .another),
        // Contents of another item are never this one.
        Case(contents: .known, length: 100, actual: 100, verdict: .another),
        Case(contents: .known, length: nil, actual: nil, verdict: .another),
        // A name alone is believed, but not beyond the end.
        Case(contents: .unknown, length: nil, actual: nil, verdict: .item),
        Case(contents: .unknown, length: 100, actual: nil, verdict: .item),
        Case(contents: .unknown, length: nil, actual: 41, verdict: .item),
        Case(contents: .unknown, length: nil, actual: 40, verdict: .unsure),
        // Nor are lengths that agree roughly.
        Case(contents: .unknown, length: 41, actual: 40, verdict: .unsure),
        Case(contents: .unknown, length: 41, actual: 40.1, verdict: .item),
        Case(contents: .other, length: 41, actual: 40, verdict: .unsure),
    ]

    @Test(arguments: cases)
    func `contents and length decide whether a file is the stored item`(
        _ example: Case
    ) {
        let identity = Identity(contents: example.contents, length: example.length, position: 40)
        #expect(identity.verdict(for: example.actual) == example.verdict)
    }

    /// A lookup whose name is known for contents of 1,000,000 bytes, and the contents under it now.
    static let comparisons: [(String?, Identity.Contents)] = [
        ("content:1000000-a", .same),
        ("content:1000001-a", .same),
        ("content:1000001-b", .other),
        ("content:1000000-b", .other),
        ("content:999999-a", .other),
        ("content:999999-b", .other),
        (nil, .unknown),
    ]

    @Test(arguments: comparisons)
    func `a longer file with the same prefix counts as the same film`(
        key: String?,
        contents: Identity.Contents
    ) {
        let point = Self.point("/v/a", 40)
        var lookup = ContentLookup(of: "/v/a")
        let keys = ["content:1000000-a"]
        _ = lookup.continues("/v/a", of: "/v/a", point, at: 40, keys: keys)
        var steps = lookup.read(
            "/v/a",
            key: key.map { ContentKey(name: $0, digests: ["c"]) },
            isAwaited: true
        )
        if contents == .other, let key {
            #expect(steps == [.call(.resume(item: key))])
            #expect(lookup.isJudging)
            steps = lookup.continues(key, of: key, nil, at: 0, keys: [])
        }
        #expect(steps == [.found(point, position: 40, contents: contents)])
        #expect(!lookup.isJudging)
    }

    /// The keys of an item, and the file with the contents `content:1000000-a` under its name.
    @Test(
        arguments: [
            (["content:1000000-a"], .same), (["content:5-c", "content:1000000-a"], .same),
            (["content:5-b", "content:1000000-a"], .shared),
            (["content:1000000-a", "content:2000000-x"], .shared),
        ] as [([String], Identity.Contents)]
    )
    func `contents that an item shares with others do not identify it alone`(
        keys: [String],
        contents: Identity.Contents
    ) {
        let point = Self.point("/v/a", 40)
        var lookup = ContentLookup(of: "/v/a")
        _ = lookup.continues("/v/a", of: "/v/a", point, at: 40, keys: keys)
        // The digest `c` is that of a shorter version of the file.
        let key = ContentKey(name: "content:1000000-a", digests: ["c"])
        let steps = lookup.read("/v/a", key: key, isAwaited: true)
        #expect(steps == [.found(point, position: 40, contents: contents)])
    }

    /// Two episodes of equal length were renamed, so that the second one has the first one's name.
    @Test(arguments: [("/v/b", .known), ("/v/a", .same)] as [(String, Identity.Contents)])
    func `contents that the daemon knows are those of the item that it names`(
        own: String,
        contents: Identity.Contents
    ) {
        var lookup = ContentLookup(of: "/v/a")
        let keys = ["content:1000000-a"]
        _ = lookup.continues("/v/a", of: "/v/a", Self.point("/v/a", 40), at: 40, keys: keys)
        let key = ContentKey(name: "content:1000000-b", digests: ["c"])
        _ = lookup.read("/v/a", key: key, isAwaited: true)
        let steps = lookup.continues(key.name, of: own, Self.point(own, 90), at: 90, keys: [])
        #expect(steps == [.found(Self.point("/v/a", 40), position: 40, contents: contents)])
        #expect(lookup.replaced() == [.call(.resume(item: key.name))])
        let found = lookup.continues(key.name, of: own, Self.point(own, 90), at: 90, keys: [])
        #expect(found.last == .found(Self.point(own, 90), position: 90, contents: .same))
    }

    private static func point(_ item: String, _ position: Double) -> ResumePoint {
        ResumePoint(
            item: item,
            player: "mpv",
            status: .paused,
            position: position,
            duration: 100,
            title: nil,
            device: "desk",
            at: 0,
            expiresAt: 1,
            revision: 1
        )
    }

    @Test(arguments: [false, true])
    func `contents that are read after the file's only report still become an alias`(
        asks: Bool
    ) {
        var lookup = ContentLookup(of: "/v/a")
        let key = ContentKey(name: "content:1000000-a", digests: ["c"])
        // The daemon has no point, or nobody has asked it.
        if asks {
            let steps = lookup.continues("/v/a", of: "/v/a", nil, at: 0, keys: [])
            #expect(steps == [.read(path: "/v/a")])
        }
        #expect(lookup.reported(20) == (asks ? [] : [.read(path: "/v/a")]))
        #expect(
            lookup.read("/v/a", key: key, isAwaited: false)
                == [.call(.name(item: "/v/a", alias: "content:1000000-a"))]
        )
        #expect(lookup.reported(21) == [], "once is enough")
    }

    @Test func `a file that was never reported gets no alias`() {
        var lookup = ContentLookup(of: "/v/a")
        _ = lookup.continues("/v/a", of: "/v/a", nil, at: 0, keys: [])
        let key = ContentKey(name: "content:1000000-a", digests: ["c"])
        #expect(lookup.reported(1) == [], "the daemon keeps nothing of the first seconds")
        #expect(lookup.read("/v/a", key: key, isAwaited: false) == [])
    }
}
