// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// A film that is stopped on one device and continued on another, without its name being typed.
@Suite(.timeLimit(.minutes(10))) struct `Stopped in the attic, continued in the cellar` {
    private let house: Household
    /// The film in the attic.
    private let film: String

    init() throws {
        house = try Household.asleep()
        // Only the cellar has roots.
        house.cellar.setup.arguments += ["--roots", house.cellar.directory.file("films")]
        for daemon in [house.attic, house.cellar] { try daemon.start() }
        try house.meet()
        mkdir(house.cellar.directory.file("films"), 0o700)
        film = house.attic.directory.file("film.mkv")
        try Media.film(film, seconds: 60)
    }

    /// Plays the film in the attic up to a place, and takes it away: the cellar has the same disk.
    private func play(to place: Double) throws {
        let stream = try house.attic.stream()
        let player = try PlayerProcess.play("--pause", film, for: house.attic)
        // Earlier, a seek is what a script does, not a person.
        try stream.waits { $0["snapshot"]?["cause"] == "load" }
        try player.mpv.seek(place)
        // The place, and the name by its contents, which are read meanwhile.
        var (isStored, isNamed) = (false, false)
        try stream.waits { change in
            let position = change.at("point.position")?.number
            isStored = isStored || position.map { abs($0 - place) < 1 } == true
            isNamed = isNamed || change["kind"] == "aliased"
            return isStored && isNamed
        }
        #expect(try player.quit() == .status(0))
        #expect(rename(film, film + ".away") == 0)
        try house.attic.client().syncNow()
        try house.cellar.client().syncNow()
    }

    private func copyFilm(to path: String) throws {
        try DaemonFiles.write(try DaemonFiles.read(film + ".away"), to: path)
    }

    @Test func `a copy under another name is recognised by its contents and resumes`() throws {
        try play(to: 20)
        let copy = house.cellar.directory.file("films/same film.mkv")
        try copyFilm(to: copy)
        let resumed = try house.cellar.statectl("resume", "--format", "clock")
        #expect(resumed.lines.first?.hasPrefix("0:20") == true)
        let stream = try house.cellar.stream()
        let player = try PlayerProcess.play("--pause", for: house.cellar)
        try stream.waits { $0["snapshot"]?["cause"] == "load" || $0["kind"] == "saved" }
        #expect(abs(try player.mpv.position() - 20) < 1)
        #expect(try player.mpv.property("path") == .string(copy))
        try player.mpv.seek(40)
        #expect(try player.quit() == .status(0))
        // And back.
        try house.cellar.client().syncNow()
        try house.attic.client().syncNow()
        let back = try house.attic.statectl("resume", film, "--format", "clock")
        #expect(back.lines.first?.hasPrefix("0:40") == true)
    }

    @Test func `play names a file that this device does not have, and gives advice`() throws {
        try play(to: 20)
        let missing = try house.cellar.statectl("play")
        #expect(missing.exit == .status(1))
        #expect(
            missing.lines == [
                "statectl: \(film) is not on this machine; nor is it below "
                    + "\(house.cellar.directory.file("films")); give its path"
            ]
        )
    }

    @Test
    func `resume --device resumes an item of that device; status shows another device's item`()
        throws
    {
        try play(to: 20)
        let cellar = house.cellar
        _ = try cellar.statectl("save", "book", "--position", "5:00", "--at", "-1h")
        /// Returns the item at which `resume` goes on.
        func resumed(_ words: String...) throws -> String {
            let json = try cellar.statectl(["resume", "--json"] + words).lines.joined()
            var reader = JSONReader(Array(json.utf8))
            return try reader.value()["item"]?.text ?? "none"
        }
        #expect(try resumed() == film)
        #expect(try resumed("--here") == "book")
        #expect(try resumed("--device", "attic") == film)
        #expect(try cellar.statectl("resume", "--device", "loft").exit == .status(1))
        let status = try cellar.statectl("status").lines
        #expect(status.first?.hasPrefix("attic: paused film.mkv") == true)
        let bar = try cellar.statectl("status", "--format", "waybar").lines.joined()
        #expect(bar.hasPrefix("{\"text\":\"film.mkv 0:20"))
        // The cellar's own player is at the book, the attic's is not a player here.
        let here = try cellar.statectl("status", "--here").lines
        #expect(here.first == "saved by hand: book, paused")
        #expect(!here.joined().contains("film.mkv"))
        let there = try cellar.statectl("status", "--device", "attic").lines
        #expect(there.first == status.first)
        #expect(!there.joined().contains("book"))
        let nowhere = try cellar.statectl("status", "--device", "atic")
        #expect(nowhere.exit == .status(1))
        #expect(
            nowhere.lines == [
                "statectl: there is no device “atic”; did you mean “attic”? "
                    + "“statectl sync devices” lists them"
            ]
        )
    }

    @Test func `status with the name of a player shows no other player`() throws {
        try play(to: 20)
        let cellar = house.cellar
        _ = try cellar.statectl("save", "book", "--position", "5:00", "--player", "reader")
        let mpv = try cellar.statectl("status", "--player", "mpv").lines
        #expect(mpv.first?.hasPrefix("attic: paused film.mkv") == true)
        #expect(!mpv.joined().contains("book"))
        let reader = try cellar.statectl("status", "--player", "reader").lines
        #expect(reader.first?.hasPrefix("reader: ") == true)
        #expect(!reader.joined().contains("film.mkv"))
    }
}
