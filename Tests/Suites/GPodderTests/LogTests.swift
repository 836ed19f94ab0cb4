// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateTesting
import Testing
import Varlink

@testable import GPodder

/// The logs of actions and of subscriptions, and the pages that clients receive.
@Suite struct `Logs of podcasts` {
    private var log = EpisodeLog()
    private var number = 0

    private mutating func play(
        _ position: Int,
        of total: Int,
        at seconds: Int = 1_000,
        clock: Int? = nil,
        episode: String = "https://m.example/1.mp3",
        guid: String? = nil,
        action: String = "play"
    ) {
        number += 1
        let body = JSONValue.members([
            "podcast": "https://f.example/a", "episode": .string(episode),
            "action": .string(action), "position": .int(position), "total": .int(total),
            "timestamp": .int(clock ?? seconds), "guid": guid.map { .string($0) }, "by": "phone",
        ])
        log.append(number, id: "\(number)", at: seconds, body: body)
    }

    private func text(_ dialect: Dialect) -> [String] {
        log.page(after: 0).actions.map { action in
            var writer = JSONWriter()
            action.write(to: &writer, in: dialect)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }

    @Test mutating func `a log is served in the formats of both protocols`() {
        play(60, of: 100)
        number += 1
        let body: JSONValue = .members([
            "podcast": "https://f.example/a", "episode": "https://m.example/2.mp3",
            "action": "new", "device": "d", "by": "phone",
        ])
        log.append(number, id: "x", at: 2_000, body: body)
        let head = #"{"podcast":"https://f.example/a","episode":"https://m.example/"#
        let play =
            head + #"1.mp3","action":"play","timestamp":"1970-01-01T00:16:40","#
            + #""started":0,"position":60,"total":100}"#
        let new = head + #"2.mp3","device":"d","action":"new","timestamp":"1970-01-01T00:33:20"}"#
        #expect(text(.gpodder) == [play, new])
        #expect(text(.nextcloud) == [play, ""])
    }

    private static let noTimes = [-5_000, .min, 4_102_444_800, 9_000_000_000_000_000, .max]

    @Test(arguments: noTimes)
    mutating func `an action with an impossible time is served but replaces no other action`(
        seconds: Int
    ) {
        play(60, of: 100, at: seconds, clock: 1_000)
        #expect(text(.gpodder).first?.contains(#""timestamp":"1970-01-01T00:00:00""#) == true)
        let place = log.play(
            of: "https://m.example/1.mp3",
            position: 70,
            duration: 100,
            isFinished: false,
            at: 900,
            device: "desk"
        )
        #expect(place?.action.position == 70)
        play(80, of: 100, at: 800)
        #expect(log.page(after: 0).actions.map(\.position) == [80])
        play(90, of: 100, at: seconds, clock: 1_001)
        #expect(log.page(after: 0).actions.map(\.position) == [90, 80])
    }

    @Test(
        arguments: [-5_000, .min, 4_102_444_800_000, 9_000_000_000_000_000, .max],
        [true, false]
    )
    func `a feed change with an impossible time replaces no other change`(
        time: Int,
        isFirst: Bool
    ) {
        let url = "https://f.example/a"
        var feeds = FeedLog()
        let times = isFirst ? [time, 1_000, 2_000] : [1_000, 2_000, time]
        for (number, at) in times.enumerated() {
            let body = FeedLog.Change(url, isAdded: at == 2_000).body(by: "phone")
            feeds.append(number + 1, id: "z\(number)", at: at, body: body)
        }
        #expect(feeds.subscribed == [url])
        let removal = FeedLog.Change(url, isAdded: false)
        let now = feeds.time(of: removal, now: 1_500)
        feeds.append(9, id: "a", at: now, body: removal.body(by: "phone"))
        #expect(feeds.subscribed == [])
    }

    @Test
    mutating func
        `a play action without a length is served only if another client gave the length`()
    {
        play(500, of: 1)
        #expect(log.page(after: 0).actions.isEmpty)
        play(60, of: 900, at: 500)
        let served = log.page(after: 0).actions
        #expect(served.map(\.position) == [60, 500])
        #expect(served.map(\.total) == [900, 900])
    }

    @Test mutating func `a finished episode is served with its full length as the position`() {
        play(60, of: 900, at: 500)
        play(1, of: 1)
        #expect(log.page(after: 0).actions.map(\.position) == [900])
    }

    @Test mutating func `a length far below the known one is not accepted`() {
        play(60, of: 2_000, at: 500)
        play(700, of: 700)
        #expect(log.page(after: 0).actions.map(\.total) == [2_000])
        play(1_900, of: 1_900, at: 2_000)
        #expect(log.page(after: 0).actions.map(\.total) == [1_900])
    }

    /// The longest length that is known, a play, and the position and total that are served.
    @Test(arguments: [
        (3_600, 450, 200, 450, 3_600), (3_600, 205, 200, 205, 3_600), (600, 310, 310, 310, 600),
        (3_600, 3_605, 3_600, 3_600, 3_600), (3_700, 3_605, 3_600, 3_600, 3_600),
        (3_600, 3_400, 3_400, 3_400, 3_600),
    ])
    mutating func `a position beyond a wrong length is kept`(
        _ known: Int,
        _ position: Int,
        _ total: Int,
        _ served: Int,
        _ servedTotal: Int
    ) {
        play(60, of: known, at: 500)
        play(position, of: total)
        let action = log.page(after: 0).actions.last
        #expect(action?.position == served && action?.total == servedTotal)
    }

    @Test mutating func `a position far beyond its length does not hide an earlier play`() {
        play(300, of: 3_600, at: 500)
        play(99_999, of: 3_600)
        #expect(log.page(after: 0).actions.map(\.position) == [300])
    }

    @Test
    mutating func `a rejected end of an episode does not hide the end that a player reported`() {
        play(60, of: 2_000, at: 500)
        play(700, of: 700, at: 600)
        func end() -> Int? {
            log.play(
                of: "https://m.example/1.mp3",
                position: 2_000,
                duration: 2_000,
                isFinished: true,
                at: 3_000,
                device: "desk"
            )?.action.position
        }
        #expect(end() == 2_000)
        play(2_000, of: 2_000, at: 2_500)
        #expect(end() == nil)
    }

    /// One identifier for two episodes of different lengths is a fault of the feed.
    @Test(arguments: [
        (1_000, 1_000, 1), (1_000, 1_020, 1), (1_000, 1_021, 2), (600, 700, 2), (1_000, 1, 2),
        (1, 1_000, 2), (1, 1, 2), (20_000, 20_300, 1), (20_000, 20_301, 2),
    ])
    mutating func `two addresses with one episode ID are joined only if their lengths agree`(
        _ first: Int,
        _ second: Int,
        _ episodes: Int
    ) {
        let other = "https://other.example/2.mp3"
        play(60, of: first, at: 500, guid: "1")
        play(70, of: second, at: 600, episode: other, guid: "1")
        // The lengths of both are known in the end.
        play(80, of: max(first, 1_000), at: 700)
        play(90, of: max(second, 1_000), at: 800, episode: other)
        #expect(log.page(after: 0).actions.count == episodes)
    }

    /// The lengths of plays at different addresses, and the number of episodes.
    @Test(arguments: [
        ([600, 640, 600, 640, 605], 5), ([1, 640, 600, 640], 4), ([600, 601, 600, 640, 600], 3),
        ([600, 1, 1, 600], 3), (Array(1...20).map { $0 * 100 } + [600], 21),
    ])
    mutating func `two addresses whose lengths have differed are not joined by their episode ID`(
        _ lengths: [Int],
        _ episodes: Int
    ) {
        for (number, length) in lengths.enumerated() {
            let episode = "https://m.example/\(number).mp3"
            play(60, of: length, at: 500 + number, episode: episode, guid: "1")
        }
        for number in lengths.indices {
            play(50, of: 9_000, at: 400, episode: "https://m.example/\(number).mp3")
        }
        #expect(Set(log.page(after: 0).actions.map(\.action.episode)).count == episodes)
    }

    @Test mutating func `an address that was never played is joined once its length is known`()
        throws
    {
        let other = "https://other.example/2.mp3"
        play(60, of: 1_000, at: 500, guid: "1")
        play(0, of: 0, at: 600, episode: other, guid: "1", action: "download")
        #expect(log.winner(of: other) == nil)
        let members: JSONValue = .members([
            "podcast": "https://f.example/a", "episode": .string(other), "action": "play",
            "guid": "1", "position": 70, "total": 1_000, "timestamp": 700,
        ])
        let action = try #require(EpisodeAction(json: members))
        let entry = log.entry("x", action, at: 700)
        #expect(log.snapshots(of: [entry]).first?.item == "https://m.example/1.mp3")
        #expect(log.aliases(in: [entry]).map(\.alias) == [other])
        play(70, of: 1_000, at: 700, episode: other, guid: "1")
        #expect(log.winner(of: "https://m.example/1.mp3")?.action.position == 70)
    }

    /// A phone whose clock is fast: all its actions count as of their arrival.
    @Test mutating func `a jump back wins even if the phone's clock is wrong`() {
        play(600, of: 900, at: 500, clock: 9_000)
        play(60, of: 900, at: 500, clock: 9_001)
        #expect(log.page(after: 0).actions.map(\.position) == [60])
        play(300, of: 900, at: 500, clock: 8_000)
        #expect(log.page(after: 0).actions.last?.position == 60)
    }

    /// The seconds of arrival, which limit the times that the phone gives.
    @Test(
        arguments: [
            [(30, 9_003), (20, 9_002), (10, 9_001)], [(100, 400), (200, 400), (150, 400)],
            [(300, nil), (100, nil)], [(10, 300), (20, 200)],
        ] as [[(Int, Int?)]]
    )
    mutating func `the last snapshot of an upload is the play that clients receive last`(
        plays: [(position: Int, clock: Int?)]
    ) throws {
        let entries = try plays.map { position, clock in
            let json = JSONValue.members([
                "podcast": "https://f.example/a", "episode": "https://m.example/1.mp3",
                "action": "play", "position": .int(position), "total": 900,
                "timestamp": clock.map { .int($0) },
            ])
            let action = try #require(EpisodeAction(json: json))
            return log.entry("\(position)", action, at: min(clock ?? 500, 500))
        }
        let last = try #require(log.snapshots(of: entries).last)
        for (position, clock) in plays {
            play(position, of: 900, at: min(clock ?? 500, 500), clock: clock ?? 500)
        }
        #expect(log.page(after: 0).actions.last?.position == Int(last.position))
    }

    @Test(
        arguments: [
            (60.9, 1_000, 60), (60, 1e19, 60), (60, -1, 60), (1e19, 1_000, nil), (-1, 1_000, nil),
            (4_294_967_295, 4_294_967_295, 4_294_967_294),
        ] as [(Double, Double, Int?)]
    )
    mutating func `an extreme number from another player is limited or left out`(
        _ position: Double,
        _ duration: Double,
        _ expected: Int?
    ) {
        play(10, of: 900, at: 500)
        let play = log.play(
            of: "https://m.example/1.mp3",
            position: position,
            duration: duration,
            isFinished: false,
            at: 600,
            device: "desk"
        )
        #expect(play?.action.position == expected)
    }

    @Test
    mutating func `an address behind a download counter becomes an alias of the episode`() throws {
        let plain = "https://m.example/1.mp3"
        let counted = "https://op3.dev/e/dts.podtrac.com/redirect.mp3/m.example/1.mp3"
        play(60, of: 1_000, at: 500, episode: plain)
        let json = JSONValue.members([
            "podcast": "https://f.example/a", "episode": .string(counted), "action": "play",
            "position": 70, "total": 5_000, "timestamp": 600,
        ])
        let entry = log.entry("x", try #require(EpisodeAction(json: json)), at: 600)
        #expect(log.snapshots(of: [entry]).first?.item == plain)
        #expect(log.aliases(in: [entry]).map(\.alias) == [counted])
        play(70, of: 5_000, at: 600, episode: counted)
        #expect(log.aliases(in: [entry]).isEmpty)
        #expect([plain, counted].map { log.item(of: $0) } == [plain, plain])
        let actions = log.page(after: 0).actions
        #expect(actions.map(\.action.episode) == [counted])
        #expect(actions.map(\.position) == [70])
    }

    @Test mutating func `an episode is served under the address that was used last`() throws {
        play(60, of: 1_000, at: 500, guid: "1")
        let old = "https://m.example/1.mp3"
        let moved = "https://new.example/2.mp3"
        func entry(_ total: Int?) throws -> EpisodeLog.NewEntry {
            let json = JSONValue.members([
                "podcast": "https://f.example/a", "episode": .string(moved), "action": "play",
                "guid": "1", "position": 70, "total": total.map { .int($0) }, "timestamp": 600,
            ])
            let action = try #require(EpisodeAction(json: json))
            return log.entry("x", action, at: 600)
        }
        #expect(log.aliases(in: [try entry(nil), try entry(9_000)]).isEmpty)
        let alias = try #require(log.aliases(in: [try entry(1_010)]).first)
        #expect(alias == (old, moved))
        play(70, of: 1_010, at: 600, episode: moved, guid: "1")
        #expect(log.aliases(in: [try entry(1_010)]).isEmpty)
        play(50, of: 1_000, at: 400, episode: old, guid: "1")
        let served = try #require(log.page(after: 2).actions.last)
        #expect(served.action.episode == old)
        #expect(served.position == 70)
        // A client that sends back what was served adds nothing.
        let new = log.new([served.action], of: "cardo", now: 700)
        #expect(new.isEmpty)
    }

    @Test mutating func `different spellings of an address count as one address`() {
        play(60, of: 900, at: 500, episode: "http://M.example:80/1.mp3")
        play(70, of: 900, at: 600, episode: "https://m.example/1.mp3")
        #expect(log.page(after: 0).actions.map(\.position) == [70])
    }

    @Test mutating func `the served log stays small if one episode is played again and again`() {
        for position in 1...5_000 { play(position, of: 9_000, at: position) }
        #expect(log.page(after: 0).actions.map(\.position) == [5_000])
        #expect(log.ownEnd(of: "phone", after: 7) == 5_000)
        #expect(log.ownEnd(of: "other", after: 7) == 7)
    }

    @Test func `a new client receives no feeds that were removed`() {
        var feeds = FeedLog()
        let changes: [FeedLog.Change] = [
            .init("https://a.example/f", isAdded: true),
            .init("http://a.example/f/", isAdded: true),
            .init("https://b.example/f", isAdded: true),
            .init("https://a.example/f", isAdded: false),
        ]
        for (index, change) in changes.enumerated() {
            feeds.append(index + 1, id: "\(index)", at: index, body: change.body(by: "phone"))
        }
        #expect(feeds.subscribed == ["https://b.example/f"])
        let first = feeds.changes(after: 0, isFirst: true)
        #expect(first.added == ["https://b.example/f"])
        #expect(first.removed == [])
        // A client may know any of the spellings.
        let later = feeds.changes(after: 2, isFirst: false)
        #expect(later.removed == ["http://a.example/f/", "https://a.example/f"])
        let replaced = feeds.changes(to: ["http://b.example/f", "https://c.example/f"])
        #expect(replaced == [.init("https://c.example/f", isAdded: true)])
        #expect(feeds.changes(to: []) == [.init("https://b.example/f", isAdded: false)])
    }

    @Test func `a feed stays subscribed if a client spells its address differently`() {
        let (old, new) = ("http://f.example/a", "https://f.example/a")
        var feeds = FeedLog()
        feeds.append(1, id: "1", at: 1, body: FeedLog.Change(old, isAdded: true).body(by: "phone"))
        let upload: [FeedLog.Change] = [.init(new, isAdded: true), .init(old, isAdded: false)]
        #expect(feeds.needed(upload) == [.init(new, isAdded: true)])
        #expect(feeds.needed([upload[0]]).isEmpty)
        #expect(feeds.needed([upload[1]]) == [upload[1]])
        feeds.append(2, id: "2", at: 2, body: upload[0].body(by: "phone"))
        #expect(feeds.subscribed == [new])
        // The upload is repeated after a lost reply.
        #expect(feeds.needed(upload).isEmpty)
        #expect(FeedLog().needed(upload) == [upload[0]])
    }

    /// Changes of two devices arrive in every order.
    @Test
    func `the newest change of a subscription is kept, in ten orders of arrival`() {
        let changes: [(id: String, at: Int, change: FeedLog.Change)] = [
            ("b", 100, .init("https://f.example/a", isAdded: true)),
            ("c", 200, .init("http://f.example/a/", isAdded: false)),
            ("a", 200, .init("http://f.example/a", isAdded: true)),
            ("d", 150, .init("https://g.example", isAdded: false)),
            ("e", 300, .init("https://g.example/", isAdded: true)),
        ]
        for turn in changes.indices {
            let order = Array(changes[turn...] + changes[..<turn])
            for order in [order, order.reversed()] {
                var feeds = FeedLog()
                for (number, change) in order.enumerated() {
                    let body = change.change.body(by: "phone")
                    feeds.append(number + 1, id: change.id, at: change.at, body: body)
                }
                #expect(feeds.subscribed == ["https://g.example/"])
                let (added, removed) = feeds.changes(after: 0, isFirst: false)
                #expect(added == ["https://g.example/"])
                #expect(removed.count == 3)
                #expect(removed.last == "http://f.example/a/")
                // A change that is made now is the newest, even after one by a fast clock.
                #expect(feeds.time(of: changes[0].change, now: 150) == 201)
                #expect(feeds.time(of: changes[0].change, now: 250) == 250)
            }
        }
    }

    @Test(arguments: [FeedList.json, .txt, .opml])
    func `a list of feeds is read back unchanged from each of three formats`(_ form: FeedList) {
        let list = [
            "https://a.example/f?x=1&y=%3A", "https://b.example/\"'<>",
            "http://c.example/&#39;&lt;", "http://d.example/\"\u{301}&\u{301}",
        ]
        #expect(form.feeds(in: form.bytes(of: list)) == list)
        #expect(form.feeds(in: form.bytes(of: [])) == [])
    }

    @Test(arguments: ["\n", "\r\n", "\u{85}", "\u{2028}"])
    func `an address on two lines is not that of a feed`(_ end: String) {
        #expect(FeedLog.address("http://a.example/\(end)http://b.example/") == nil)
        #expect(FeedLog.address("http://a.example/\(end)") == "http://a.example/")
    }

    @Test func `lists of feeds written by other programs are parsed`() {
        let opml =
            "<?xml?><opml version='1.1'><body><outline text='A&amp;B'>"
            + "<outline xmlURL='http://a.example/?a=1&amp;b=2' type='rss'/></outline></body></opml>"
        #expect(FeedList.opml.feeds(in: Array(opml.utf8)) == ["http://a.example/?a=1&b=2"])
        let spaced =
            "<opml><outline text=\"İ xmlUrl='x'\" TYPE = \"rss\"\n xmlUrl = \"http://a.example/\"/>"
            + "<outline text='a = b > c'/></opml>"
        #expect(FeedList.opml.feeds(in: Array(spaced.utf8)) == ["http://a.example/"])
        #expect(FeedList.opml.feeds(in: Array("<html/>".utf8)) == nil)
        #expect(FeedList.json.feeds(in: Array("{}".utf8)) == nil)
    }

    /// Each feed that is not in the list is removed.
    @Test(arguments: [
        (FeedList.opml, "<opml><outline type='rss' xmlUrl='http://a.example'/></opml>"),
        (.opml, "<opml><outline type='RSS' url='http://a.example'/></opml>"),
        (.json, #"["http://a.example",{"link":"http://b.example"}]"#),
    ])
    func `a list of feeds is refused if one of them has no address`(
        _ form: FeedList,
        _ text: String
    ) {
        let isWhole = text.contains("xmlUrl")
        #expect(form.feeds(in: Array(text.utf8)) == (isWhole ? ["http://a.example"] : nil))
    }

    @Test func `an element that is not an action does not harm the other elements`() throws {
        let play = #"{"podcast":"p","episode":"http://e","action":"play","position":"#
        let long = "{\"guid\":\"" + String(repeating: "a", count: 70_000) + "\"}"
        let body = "[\(play)1},\(play)NaN},\(long),\(play)-},{\"a\":1},\(play)2}]"
        var reader = ArrayElements()
        let actions = try reader.actions(in: Array(body.utf8))
        #expect(actions.map(\.position) == [1, 2])
        #expect(reader.isComplete)
    }

    /// The array is cut at each place: elements are the same, whatever arrives together.
    @Test func `an array can be parsed in pieces, divided at any byte`() throws {
        let text = #" [ {"a":"]\"}"} , 12,"x,y" ,[1,[2]],null] "#
        let elements = [#"{"a":"]\"}"}"#, "12", #""x,y""#, "[1,[2]]", "null"]
        let bytes = Array(text.utf8)
        for cut in bytes.indices {
            var reader = ArrayElements()
            let found = try reader.add(Array(bytes[..<cut])) + reader.add(Array(bytes[cut...]))
            let values = found.map { JSONValue.parse($0) }
            #expect(values == elements.map { JSONValue.parse(Array($0.utf8)) })
            #expect(reader.isComplete)
        }
        var empty = ArrayElements()
        #expect(try empty.add(Array("[]".utf8)).isEmpty)
        #expect(empty.isComplete)
        let faults = [
            "{}", "[]]", "x", "[}", "[nonsense]", "[NaN]", "[{} x {}]", "[{} {}]", "[1 2]", "[,]",
            "[1,]", "[{]]", "[1}]", "[\"a\" \"b\"]", "[\"a\"1]",
        ]
        for fault in faults {
            #expect(throws: ArrayElements.Malformed.self) {
                var reader = ArrayElements()
                _ = try reader.add(Array(fault.utf8))
            }
        }
    }
}
