// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

/// Folders, and other lists that mpv expands.
@Suite struct ListOpeningTests {
    /// mpv opens a folder of three files.
    private func folder(_ options: (String, String)...) -> (FollowerHarness, [String]) {
        var harness = FollowerHarness(attached: .some(nil))
        for (name, value) in options { _ = harness.property(name, value) }
        let film = #"{"filename":"film","id":9}"#
        _ = harness.property(
            "playlist",
            #"[{"filename":"Book","id":1,"current":true},\#(film)]"#
        )
        _ = harness.says(#"{"event":"start-file","playlist_entry_id":1}"#)
        let list = #""playlist_insert_id":2,"playlist_insert_num_entries":3"#
        _ = harness.says(#"{"event":"end-file","reason":"redirect",\#(list)}"#)
        var seen = harness.says(#"{"event":"start-file","playlist_entry_id":2}"#)
        let entries = (1...3).map { number in
            let current = number == 1 ? #","current":true"# : ""
            return #"{"filename":"Book/\#(number)","id":\#(number + 1)\#(current)}"#
        }
        seen += harness.property("playlist", "[\((entries + [film]).joined(separator: ","))]")
        return (harness, seen)
    }

    @Test func `a folder continues with the entry that was played last`() {
        var (harness, seen) = folder()
        #expect(seen == ["resume /v/Book/1", "recent"])
        #expect(harness.answers("/v/Book/1", stored: 50).isEmpty)
        let items = observed("/v/film", "/v/Book/2", "/v/Book/1")
        #expect(harness.hears(.recent(items)) == ["mpv: play(1)"])
        // The first one is left without a word.
        #expect(harness.ends("stop").isEmpty)
        _ = harness.says(#"{"event":"start-file","playlist_entry_id":3}"#)
        #expect(harness.answers("/v/Book/2", stored: 23).isEmpty)
        #expect(harness.loads() == ["mpv: seek(23.0)"])
    }

    @Test(arguments: [[], ["/v/film"], ["/v/Book/1", "/v/Book/2"]])
    func `an unknown folder begins with its first file`(items: [String]) {
        var (harness, _) = folder()
        _ = harness.answers("/v/Book/1", stored: nil)
        #expect(harness.loads().isEmpty)
        #expect(
            harness.hears(.recent(items.map { ObservedItem($0, at: 1) }))
                == ["save /v/Book/1 playing 0.0 load"]
        )
    }

    @Test(arguments: [("/v/Book/1", 1), ("/v/Book/2", 2), ("/v/Book/3", nil)])
    func `a series continues after the last finished episode`(_ seen: String, _ next: Int?) {
        var (harness, _) = folder()
        #expect(harness.answers("/v/Book/1", stored: 50).isEmpty)
        let items = [ObservedItem(seen, at: 2, isSeen: true)] + observed("/v/Book/1", "/v/Book/3")
        let first = harness.hears(.recent(items)).first
        #expect(first == next.map { "mpv: play(\($0))" })
    }

    /// Recent items of a folder that was at another path, the newest first; each file has 10 MB.
    static let moved: [(items: [ObservedItem], next: Int?)] = [
        ([ObservedItem("/old/2", at: 9, names: ["/v/Book/2"])], 1),
        ([ObservedItem("/old/2", at: 9, names: ["content:10000000-2"])], 1),
        ([ObservedItem("/old/2", at: 9, isSeen: true, names: ["content:10000000-2"])], 2),
        ([ObservedItem("content:10000000-3", at: 9)], 2),
        // A newer item that only the contents identify, and an older one.
        (
            [
                ObservedItem("/old/3", at: 9, names: ["content:10000000-3"]),
                ObservedItem("/v/Book/2", at: 8),
            ], 2
        ),
        (
            [
                ObservedItem("/v/Book/2", at: 9),
                ObservedItem("/old/3", at: 8, names: ["content:10000000-3"]),
            ], 1
        ),
        // Other contents, and another size.
        ([ObservedItem("/old/2", at: 9, names: ["content:10000000-x"])], nil),
        ([ObservedItem("/old/2", at: 9, names: ["content:9-2"])], nil),
    ]

    @Test(arguments: moved)
    func `a folder that was moved continues with the entry that was played last`(
        _ example: (items: [ObservedItem], next: Int?)
    ) {
        var (harness, _) = folder()
        for number in 1...3 { harness.keys["/v/Book/\(number)"] = "content:10000000-\(number)" }
        #expect(harness.answers("/v/Book/1", stored: 50).isEmpty)
        let seen = harness.hears(.recent(example.items))
        #expect(seen.first == example.next.map { "mpv: play(\($0))" })
    }

    @Test func `a disk that does not answer does not hold a folder back`() {
        var (harness, _) = folder()
        harness.isDiskStuck = true
        #expect(harness.answers("/v/Book/1", stored: 50).isEmpty)
        let items = [ObservedItem("/old/2", at: 9, names: ["content:10000000-2"])]
        #expect(harness.hears(.recent(items)).isEmpty)
        #expect(harness.released.isEmpty)
        harness.now += 1_001
        _ = harness.property("pause", "false")
        #expect(harness.released == [nil])
    }

    /// mpv was started with three files; the bridge connects before the first one is opened, or
    /// while it is, or while it plays at `position`.
    private func files(
        isEarly: Bool,
        position: String? = nil,
        _ options: (String, String)...
    ) -> (FollowerHarness, [String]) {
        var harness = FollowerHarness(attached: .some(nil))
        for (name, value) in options { _ = harness.property(name, value) }
        let current = isEarly ? "" : #","current":true"#
        let others = #"{"filename":"2","id":2},{"filename":"3","id":4}"#
        let list = #"[{"filename":"1","id":1CURRENT},\#(others)]"#
        var seen = isEarly ? [] : harness.property("path", #""1""#)
        seen += harness.property("playlist", list.replacing("CURRENT", with: current))
        guard isEarly else {
            seen += harness.answer("time-pos", position)
            return (harness, seen)
        }
        seen += harness.says(#"{"event":"start-file","playlist_entry_id":1}"#)
        seen += harness.property("path", #""1""#)
        let opened = list.replacing("CURRENT", with: #","current":true"#)
        seen += harness.property("playlist", opened)
        return (harness, seen)
    }

    @Test(arguments: [true, false])
    func `files on the command line continue with the one that was played last`(isEarly: Bool) {
        var (harness, seen) = files(isEarly: isEarly)
        #expect(seen == ["resume /v/1", "recent"])
        #expect(harness.answers("/v/1", stored: 50).isEmpty)
        #expect(harness.released.isEmpty)
        #expect(harness.hears(.recent(observed("/v/film", "/v/3"))) == ["mpv: play(2)"])
        #expect(harness.released == [nil])
    }

    @Test func `files that mpv already plays when the bridge connects are not left`() {
        let seen = files(isEarly: false, position: "3.0").1
        #expect(seen == ["resume /v/1", "save /v/1 playing 3.0 load"])
    }

    @Test func `a list whose second file plays when the bridge connects is not left at its end`() {
        var harness = FollowerHarness(attached: .some(nil))
        let list = #"[{"filename":"1","id":1},{"filename":"2","id":2,"current":true}]"#
        _ = harness.property("playlist", list)
        #expect(
            harness.says(#"{"event":"start-file","playlist_entry_id":1}"#) == ["resume /v/1"]
        )
    }

    @Test(arguments: [
        [("shuffle", "true")], [("playlist-start", "0")],
        [("option-info/start/set-from-commandline", "true")],
        [("options/script-opts", #"{"osc-scale":"2","stated-entries":"1"}"#)],
        [
            ("options/resume-playback", "false"),
            ("option-info/resume-playback/set-from-commandline", "true"),
        ],
    ])
    func `the options of the user decide the first of several files`(
        options: [(String, String)]
    ) {
        for isEarly in [true, false] {
            var harness = FollowerHarness(attached: .some(nil))
            for (name, value) in options { _ = harness.property(name, value) }
            let list = #"[{"filename":"1","id":1,"current":true},{"filename":"2","id":2}]"#
            var seen = isEarly ? [] : harness.property("path", #""1""#)
            seen += harness.property("playlist", list)
            if isEarly {
                seen += harness.says(#"{"event":"start-file","playlist_entry_id":1}"#)
            } else {
                seen += harness.answer("time-pos", nil)
            }
            #expect(seen == ["resume /v/1"])
        }
    }

    @Test func `several files with which mpv was started are a list, whatever scripts add`() {
        let options = #"{"stated-entries":"2"}"#
        #expect(files(isEarly: true, ("options/script-opts", options)).1.last == "recent")
    }

    @Test func `a resume-playback option of mpv's configuration does not keep the first file`() {
        var (_, seen) = files(isEarly: true, ("options/resume-playback", "false"))
        #expect(seen.last == "recent")
        seen = files(isEarly: true).1
        #expect(seen.last == "recent")
    }

    private func observed(_ items: String...) -> [ObservedItem] {
        items.map { ObservedItem($0, at: 1) }
    }

    @Test(arguments: [("shuffle", "true"), ("playlist-start", "0")])
    func `a shuffled list or a first entry chosen by the user is respected`(
        name: String,
        value: String
    ) {
        #expect(folder((name, value)).1 == ["resume /v/Book/1"])
    }

    @Test func `the bridge waits for the daemon for a second at most`() {
        var (harness, _) = folder()
        _ = harness.answers("/v/Book/1", stored: nil)
        _ = harness.loads()
        #expect(harness.plays(1, after: 1_000).isEmpty)
        #expect(harness.plays(1.1, after: 1).first == "save /v/Book/1 playing 1.1 load")
        #expect(harness.hears(.recent(observed("/v/Book/2"))).isEmpty)
    }

    @Test func `once the user goes to another entry, the list's first entry is not chosen again`() {
        var (harness, _) = folder()
        _ = harness.hears(.recent([]))
        _ = harness.ends("stop")
        #expect(
            harness.says(#"{"event":"start-file","playlist_entry_id":3}"#) == ["resume /v/Book/2"]
        )
    }
}
