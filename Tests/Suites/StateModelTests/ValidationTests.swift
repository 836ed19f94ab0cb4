// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

/// Rule 1: an invalid snapshot changes nothing and is reported to the caller alone.
@Suite struct `Validation` {
    private let sound = Snapshot(
        item: "film",
        player: "mpv",
        status: .playing,
        position: 10,
        duration: 100,
        rate: 1,
        title: "A film",
        reason: "none",
        cause: .tick,
        at: 1,
        ttl: 60
    )

    /// The member at fault once `change` was made to a sound snapshot; nil: it is still sound.
    private func fault(_ change: (inout Snapshot) -> Void) -> String? {
        var snapshot = sound
        change(&snapshot)
        return snapshot.fault?.field
    }

    @Test func `a snapshot with every value at its limit is valid`() {
        #expect(sound.fault == nil)
        let bare = Snapshot(item: "x", player: "y", status: .paused, position: 0)
        #expect(bare.fault == nil)
        #expect(fault { $0.item = String(repeating: "i", count: 1024) } == nil)
        #expect(fault { $0.player = String(repeating: "p", count: 64) } == nil)
        #expect(fault { $0.title = String(repeating: "t", count: 1024) } == nil)
        #expect(fault { $0.reason = String(repeating: "r", count: 4096) } == nil)
        #expect(fault { $0.position = 101 } == nil)
        let locator = String(repeating: "l", count: 4096)
        #expect(fault { $0.reading = ReadingPlace(fraction: 1, locator: locator) } == nil)
        #expect(fault { $0.reading = ReadingPlace(fraction: 0, locator: "") } == nil)
        #expect(fault { $0.reading = ReadingPlace(locator: locator + "l") } == "locator")
        for fraction in [-0.000_1, 1.000_1, .nan, .infinity] {
            #expect(fault { $0.reading = ReadingPlace(fraction: fraction) } == "fraction")
        }
        #expect(fault { $0.position = 0 } == nil)
        #expect(fault { ($0.position, $0.duration) = (1e300, nil) } == nil)
        #expect(fault { ($0.position, $0.duration) = (0, .leastNonzeroMagnitude) } == nil)
        #expect(fault { $0.ttl = 1 } == nil)
        #expect(fault { $0.ttl = 366 * 86_400 } == nil)
        #expect(fault { $0.at = .min } == nil)
        #expect(fault { $0.title = "" } == nil)
    }

    @Test func `an item's name has 1 to 1024 bytes`() {
        #expect(fault { $0.item = "" } == "item")
        #expect(fault { $0.item = String(repeating: "i", count: 1025) } == "item")
        // Bytes count, not letters.
        #expect(fault { $0.item = String(repeating: "\u{e9}", count: 512) } == nil)
        #expect(fault { $0.item = String(repeating: "\u{e9}", count: 513) } == "item")
        #expect(fault { $0.item = " \n\u{0}\u{1F3B5}" } == nil)
    }

    @Test func `a player's name has 1 to 64 letters, digits, dots, underscores and hyphens`() {
        #expect(fault { $0.player = "AZaz09._-" } == nil)
        #expect(fault { $0.player = "" } == "player")
        #expect(fault { $0.player = String(repeating: "p", count: 65) } == "player")
        for wrong in ["a b", "a/b", "a@b", "a[b", "a`b", "a{b", "a:b", "\u{e9}", "a\u{0}", "a+"] {
            #expect(fault { $0.player = wrong } == "player", "\(wrong)")
        }
    }

    @Test func `a position is finite, not negative, and at most a second beyond the end`() {
        for wrong in [-0.1, .infinity, -.infinity, .nan, 101.1, -.leastNonzeroMagnitude] {
            #expect(fault { $0.position = wrong } == "position", "\(wrong)")
        }
    }

    @Test func `a duration is finite and positive`() {
        for wrong in [0, -1, .infinity, .nan] {
            #expect(fault { ($0.position, $0.duration) = (0, wrong) } == "duration", "\(wrong)")
        }
    }

    @Test func `a rate is finite`() {
        #expect(fault { $0.rate = -2 } == nil)
        #expect(fault { $0.rate = .infinity } == "rate")
        #expect(fault { $0.rate = .nan } == "rate")
    }

    @Test func `texts and times to live have limits`() {
        #expect(fault { $0.title = String(repeating: "t", count: 1025) } == "title")
        #expect(fault { $0.reason = String(repeating: "r", count: 4097) } == "reason")
        #expect(fault { $0.ttl = 0 } == "ttl")
        #expect(fault { $0.ttl = -1 } == "ttl")
        #expect(fault { $0.ttl = 366 * 86_400 + 1 } == "ttl")
        #expect(fault { $0.ttl = .max } == "ttl")
    }

    @Test func `the error for an invalid value names the limit`() {
        var snapshot = sound
        snapshot.item = ""
        #expect(snapshot.fault?.reason.contains("1024") == true)
        snapshot.item = "x"
        snapshot.player = "?"
        #expect(snapshot.fault?.reason.contains("64") == true)
    }

    @Test func `texts are compared byte by byte`() {
        #expect("caf\u{e9}" == "cafe\u{301}")
        #expect(ExactString("caf\u{e9}") != ExactString("cafe\u{301}"))
        #expect(ExactString("caf\u{e9}") == ExactString("caf\u{e9}"))
        for length in 0..<40 {
            let text = String(repeating: "x", count: length)
            #expect(ExactString(text) == ExactString(String(repeating: "x", count: length)))
            #expect(ExactString(text + "a") != ExactString(text + "b"))
            #expect(ExactString("a" + text) != ExactString("b" + text))
            #expect(ExactString(text) != ExactString(text + "x"))
        }
        #expect(Set(["a", "b", "a"].map(ExactString.init)).count == 2)
        #expect(Set(["caf\u{e9}", "cafe\u{301}"].map(ExactString.init)).count == 2)
    }
}
