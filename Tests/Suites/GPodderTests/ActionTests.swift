// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateTesting
import Testing
import Varlink

@testable import GPodder

/// Actions as clients write them, and as they are served.
@Suite struct `Actions of episodes` {
    private func action(_ members: KeyValuePairs<String, JSONValue?>) -> EpisodeAction? {
        EpisodeAction(json: .members(members))
    }

    private func play(_ position: JSONValue, _ total: JSONValue) -> EpisodeAction? {
        action([
            "podcast": "https://a.example/feed", "episode": "https://a.example/1.mp3",
            "action": "play", "started": 0, "position": position, "total": total,
        ])
    }

    @Test(arguments: [
        ("2026-11-26T14:05:09", 1_795_701_909), ("2026-11-26T14:05:09Z", 1_795_701_909),
        ("2026-11-26T14:05:09.250Z", 1_795_701_909), ("2026-11-26 14:05:09", 1_795_701_909),
        ("2026-11-26T16:05:09+02:00", 1_795_701_909), ("2026-11-26T09:05:09-0500", 1_795_701_909),
        ("2026-11-26T14:05", 1_795_701_900), ("2000-02-29T00:00:00", 951_782_400),
        ("1970-01-01T00:00:00", 0), ("2099-12-31T23:59:59", 4_102_444_799),
    ])
    func `a time is parsed in every supported format`(_ text: String, _ seconds: Int) {
        #expect(ActionTime.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "now", "2026-11-26", "2026-13-01T00:00:00", "2026-11-26T25:00:00", "26T",
        "1970-01-01T00:59:59+01:00", "2099-12-31T23:00:00-01:00",
    ])
    func `an invalid time counts as missing`(_ text: String) {
        #expect(ActionTime.seconds(text) == nil)
    }

    @Test func `a time that the server writes is parsed to the same time`() {
        for seconds in stride(from: 0, to: 4_102_444_800, by: 40_123_457) {
            let text = ActionTime.text(seconds)
            #expect(ActionTime.seconds(text) == seconds, "\(text)")
            #expect(text.utf8.count == 19)
        }
    }

    private static let numbers: [(JSONValue, Int?)] = [
        (61, 61), (.double(61.9), 61), ("61", 61), (-1, nil), (.null, nil), ("a", nil),
        (.double(1e12), nil),
    ]

    @Test(arguments: numbers)
    func `a number is parsed from every JSON type`(_ value: JSONValue, _ position: Int?) throws {
        #expect(try #require(play(value, 100)).position == position)
    }

    /// Position, total, and the place that they stand for.
    private static let places: [(Int, Int, EpisodeAction.Place?)] = [
        (60, 100, .init(position: 60, duration: 100, isFinished: false)),
        (100, 100, .init(position: 100, duration: 100, isFinished: true)),
        (1, 1, .init(position: 1, duration: nil, isFinished: true)),
        (500, 1, .init(position: 500, duration: nil, isFinished: false)),
        (3_605, 3_600, .init(position: 3_605, duration: 3_600, isFinished: true)),
        (3_789, 3_600, .init(position: 3_789, duration: 3_600, isFinished: true)),
        (3_790, 3_600, .init(position: 3_790, duration: nil, isFinished: false)),
        (20_301, 20_000, .init(position: 20_301, duration: nil, isFinished: false)),
        (250, 30, .init(position: 250, duration: nil, isFinished: false)),
        (2, 1, .init(position: 2, duration: nil, isFinished: false)),
        (500, 0, .init(position: 500, duration: nil, isFinished: false)),
        (0, 100, nil), (-1, -1, nil), (99_999, 3_600, nil),
    ]

    @Test(arguments: places)
    func `an action has a position only if its numbers are plausible`(
        _ position: Int,
        _ total: Int,
        _ place: EpisodeAction.Place?
    ) throws {
        #expect(try #require(play(.int(position), .int(total))).place == place)
    }

    @Test func `the four kinds of action are recognised in upper and lower case`() {
        let episode: JSONValue = "https://a.example/1.mp3"
        for kind in ["PLAY", "Download", "delete", "new"] {
            #expect(action(["podcast": "p", "episode": episode, "action": .string(kind)]) != nil)
        }
        #expect(action(["podcast": "p", "episode": episode, "action": "flattr"]) == nil)
        #expect(action(["podcast": " ", "episode": episode, "action": "play"]) == nil)
        #expect(action(["podcast": "p", "action": "play"]) == nil)
    }

    /// A client's password does not reach the other items of the user.
    @Test(arguments: [
        ("https://a.example/1.mp3", true), ("HTTP://a.example/1.mp3", true),
        (" ftp://a.example/1.mp3", true), ("/home/ann/film.mkv", false),
        ("file:///home/ann/film.mkv", false), ("FILE:/home/ann/film.mkv", false),
        ("ytdl://https://a.example/", false), ("kosync:0a1b", false), ("1.mp3", false),
        ("http:/home/ann/film.mkv", false), ("smb://nas/film.mkv", false),
    ])
    func `an episode without a network address is refused`(_ episode: String, _ isEpisode: Bool) {
        let found = action(["podcast": "p", "episode": .string(episode), "action": "play"])
        #expect((found != nil) == isEpisode)
    }

    @Test func `one action has one event ID, however a client writes it`() throws {
        let members: [(String, JSONValue)] = [
            ("podcast", "p"), ("episode", "http://e"), ("action", "play"), ("position", 5),
            ("timestamp", "2026-11-26T14:05:09Z"),
        ]
        func id(_ others: (String, JSONValue)...) throws -> String {
            let all = Dictionary(members + others) { $1 }.sorted { $0.key < $1.key }
            let json = JSONValue.object(all.map { JSONMember(key: $0.key, value: $0.value) })
            return try #require(EpisodeAction(json: json)).id(at: 7)
        }
        let first = try id()
        #expect(try id(("device", "d"), ("started", 3), ("total", 99)) == first)
        #expect(try id(("timestamp", 1_795_701_909)) == first)
        #expect(try id(("action", "PLAY")) == first)
        #expect(try id(("position", 6)) != first)
        #expect(try id(("timestamp", "2026-11-26T14:05:10")) != first)
        #expect(try id(("episode", "http://f")) != first)
        #expect(try id(("action", "new")) != first)
    }

    @Test func `an action stored as an event is read back unchanged`() throws {
        let action = try #require(play(60, 100))
        let body = action.body(by: "phone")
        #expect(EpisodeAction(json: body) == action)
        #expect(body["by"]?.string == "phone")
    }

    @Test(arguments: [
        ("op3.dev/e", true), ("op3.dev/e,pg=1234", true), ("op3.dev/e/https:/", true),
        ("dts.podtrac.com/redirect.mp3", true), ("www.podtrac.com/pts/redirect.m4a", true),
        ("play.podtrac.com/ABC-Show", true), ("pdst.fm/e", true), ("chtbl.com/track/1G2", true),
        ("media.blubrry.com/show", true), ("media.blubrry.com/show/p", true),
        ("pscrb.fm/rss/p", true), ("t.glystn.com/v2/track/PID-1", true), ("2.gum.fm", true),
        ("pdst.fm/e/chrt.fm/track/1/mgln.ai/e/94/growx.podkite.com/https/1", true),
        ("proxy.example/e", false), ("a.op3.dev/e", false), ("op3.dev/a/b/c/d", false),
        ("OP3.dev/E", true),
    ])
    func `the address of a download counter is not part of an episode's address`(
        _ redirect: String,
        _ isKnown: Bool
    ) {
        let target = "media.example/show/1.mp3?a=b.c/d"
        let key = AddressKey.of("https://\(redirect)/\(target)")
        #expect((key == target) == isKnown, "\(key)")
        #expect(AddressKey.of("https://\(redirect)/1.mp3") != "1.mp3")
    }

    @Test(arguments: ["", "abc", String(repeating: "stated ", count: 40)])
    func `the digest of a text is its SHA-256`(_ text: String) {
        let known = [
            "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        ]
        let digest = SHA256.hexadecimal(of: text)
        #expect(
            digest == known[text]
                ?? "8633ae77d9f18d68f38e8b12bc20a30d87e850335aa90fc1ccc7647cb8ce2124"
        )
    }
}
