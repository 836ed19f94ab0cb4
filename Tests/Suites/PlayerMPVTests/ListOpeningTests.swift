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
