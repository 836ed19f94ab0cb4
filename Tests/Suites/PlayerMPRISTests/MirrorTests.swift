// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PlayerMPRIS

/// Players on the bus that show what another one plays.
@Suite struct MirrorTests {
    private typealias Sighting = MPRISMirrors.Sighting

    private func film(
        _ position: Double,
        _ item: String = "film",
        isRunning: Bool = true
    )
        -> MPRISMirrors.Sighting
    {
        Sighting(item: item, position: position, isRunning: isRunning)
    }

    /// The mirrors among a browser at 300 s and another player.
    private func mirrors(_ other: MPRISMirrors.Sighting?) -> Set<String> {
        var mirrors = MPRISMirrors()
        return mirrors.among([("browser", film(300)), ("other", other)], now: 0)
    }

    @Test func `two bus names with the same item and position count as one player`() {
        #expect(mirrors(film(300)) == ["other"])
        #expect(mirrors(film(302)) == ["other"])
        #expect(mirrors(film(298)) == ["other"])
    }

    @Test func `bus names that differ in item, position or state are separate players`() {
        #expect(mirrors(film(302.1)).isEmpty)
        #expect(mirrors(film(297.9)).isEmpty)
        #expect(mirrors(film(300, "song")).isEmpty)
        #expect(mirrors(film(300, isRunning: false)).isEmpty)
        #expect(mirrors(nil).isEmpty)
    }

    @Test func `a player that mirrors a mirror counts as a mirror of the original`() {
        var mirrors = MPRISMirrors()
        let players = [("a", film(300)), ("b", film(301.5)), ("c", film(301.9))]
        #expect(mirrors.among(players, now: 0) == ["b", "c"])
    }

    @Test func `a mirror that differs for three seconds counts as a separate player`() {
        var mirrors = MPRISMirrors()
        func among(_ one: Double, _ other: Double, _ now: Int) -> Bool {
            !mirrors.among([("a", film(one)), ("b", film(other))], now: now).isEmpty
        }
        #expect(among(300, 300, 0))
        // One of the two reports a jump first.
        #expect(among(900, 301, 1_000))
        #expect(among(900.5, 900.5, 1_500))
        #expect(among(901, 100, 2_000))
        #expect(among(904, 103, 4_999))
        #expect(!among(904, 103, 5_000))
        #expect(!among(904, 906.1, 6_000))
    }

    @Test func `a mirror is followed once its original is gone`() {
        var mirrors = MPRISMirrors()
        #expect(mirrors.among([("a", film(300)), ("b", film(300))], now: 0) == ["b"])
        #expect(mirrors.among([("b", film(301))], now: 1_000).isEmpty)
    }
}
