// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import StateBridge
import StateModel
import StateRelease
import StateTesting
import Testing

@testable import statectl

@Suite struct PlayTests {
    @Test(arguments: [
        ([], false), (["--pause"], false), (["--volume=50", "-fs"], false), (["--"], false),
        (["film.mkv"], true), (["--pause", "film.mkv"], true), (["-"], true),
        (["--", "-odd"], true), (["film.mkv", "--"], true), (["--playlist=list.m3u"], true),
    ])
    func `play tells arguments that name something to play from mpv's options`(
        words: [String],
        isNamed: Bool
    ) {
        #expect(PlayArguments(words: words).nameSomething == isNamed)
    }

    @Test func `play recognises the files among mpv's arguments as mpv does`() {
        #expect(
            PlayArguments(words: ["--pause", "a.mkv", "http://b"]).items == ["a.mkv", "http://b"]
        )
        #expect(PlayArguments(words: ["a", "--", "-odd", "--"]).items == ["a", "-odd", "--"])
        #expect(PlayArguments(words: ["--playlist=x"]).items == [])
    }

    @Test(arguments: [
        // Of the computer itself.
        ("/home/u", true), ("/mnt/filmsx", true), ("/mnt/off", true), ("/tmp/x", true),
        // Listed and mounted, or not mounted.
        ("/mnt/films", true), ("/mnt/films/a", true), ("/mnt/my disk/a", true),
        ("/mnt/away", false), ("/mnt/away/a", false), ("/mnt/films/inner", false),
        // Any stick may be there.
        ("/mnt/port", false), ("/media/u/STICK", false), ("/media/u/STICK/a", false),
        // Servers and other file systems without a disk.
        ("/media/nas/a", true),
    ])
    func `a directory counts as mounted unless fstab has another file system for it`(
        folder: String,
        isDiskMounted: Bool
    ) {
        let table = """
            # <file system> <mount point>
            UUID=1 / ext4 defaults 0 1
            UUID=2\t/mnt/films ext4 noauto 0 2
            UUID=7 /mnt/films/inner ext4 noauto 0 2
            #UUID=3 /mnt/off ext4 defaults 0 2
            /dev/sdc1 /mnt/away ext4 defaults 0 2
            /dev/sdb1 /mnt/port auto noauto,user 0 0
            nas:/x /mnt/my\\040disk nfs noauto 0 0
            UUID=4 none swap sw 0 0
            """
        let mounts = """
            27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
            28 27 0:25 / /tmp rw - tmpfs tmpfs rw
            30 27 8:1 / /mnt/films rw,relatime shared:1 - ext4 /dev/sda1 rw
            31 27 0:50 / /mnt/my\\040disk rw - nfs nas:/x rw
            32 27 8:17 / /mnt/port rw - vfat /dev/sdb1 rw
            33 27 8:33 / /media/u/STICK rw - fuseblk /dev/sdc1 rw
            34 27 0:51 / /media/nas rw - cifs //nas/films rw
            """
        #expect(PlayedFile.isDiskMounted(folder, table, mounts) == isDiskMounted)
    }

    @Test func `a file counts as deleted only if its directory has changed and is not empty`()
        throws
    {
        let folder = try TemporaryDirectory()
        #expect(!PlayedFile.canHaveLost(folder.path, since: nil))
        try "x".write(toFile: folder.file("a"), atomically: true, encoding: .utf8)
        #expect(PlayedFile.canHaveLost(folder.path, since: nil))
        #expect(!PlayedFile.canHaveLost(folder.file("no"), since: nil))
        var status = stat()
        #expect(stat(folder.path, &status) == 0)
        let changed = Timestamp(status.st_mtim.tv_sec * 1_000)
        #expect(PlayedFile.canHaveLost(folder.path, since: changed))
        #expect(!PlayedFile.canHaveLost(folder.path, since: changed + 2_000))
    }

    @Test func `play passes its own options to mpv before the user's`() {
        let words = PlayArguments(words: ["--pause", "film.mkv"])
        #expect(
            words.command(ipc: 5, remembers: false)
                == [
                    "mpv", "--input-ipc-client=fd://5", "--watch-later-options-remove=start",
                    "--pause", "film.mkv",
                ]
        )
        #expect(
            words.command(ipc: 5, remembers: true)
                == ["mpv", "--input-ipc-client=fd://5", "--pause", "film.mkv"]
        )
        #expect(
            words.command(ipc: 5, remembers: true, script: "/s.lua")
                == [
                    "mpv", "--input-ipc-client=fd://5", "--script=/s.lua",
                    "--pause",
                    "film.mkv",
                ]
        )
    }

    @Test(arguments: [
        ("film", [0]), ("here.mkv", []), ("https://a.example/b", []), ("magnet:?xt=1", []),
        ("--pause film", [1]), ("-vo gpu film", [2]), ("--vo=gpu here.mkv film", [2]), ("-", []),
        ("film -- -odd here.mkv other", [0, 2, 4]), ("a:b", [0]), ("--playlist=none", []),
    ])
    func `only an argument that is not a file is looked up as a name`(
        words: String,
        expected: [Int]
    ) {
        let given = PlayArguments(words: words.split(separator: " ").map(String.init))
        #expect(given.unknown { $0 == "here.mkv" } == expected)
    }

    @Test(arguments: [
        ("--pause", "--pause -- -a b"), ("--pause --", "--pause -- -a b"), ("", "-- -a b"),
        ("--player tv --pick -fs", "--player tv -fs -- -a b"),
    ])
    func `items picked from the list follow the user's arguments`(
        words: String,
        expected: String
    ) throws {
        let play = try Play.parse(
            ["--socket", "/s"] + words.split(separator: " ").map(String.init)
        )
        #expect(
            play.words(playing: ["-a", "b"])
                == ["statectl", "play", "--as-files", "--socket", "/s"]
                + expected.split(separator: " ").map(String.init)
        )
    }

    @Test(arguments: ["a b", "", String(repeating: "x", count: 62)])
    func `a player name that is invalid, or leaves no room for a number, is refused`(name: String) {
        #expect(throws: Failure.self) { try PlayerNameLock.base(name) }
    }

    @Test(arguments: ["--help", "-h", "--player=x --help"])
    func `play --help shows the help of statectl and not of mpv`(words: String) async throws {
        let run = try await Program.run(["play"] + words.split(separator: " ").map(String.init))
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(run.output.contains("statectl play --fullscreen film.mkv"))
        let version = try await Program.run("play", "--version")
        #expect(version.output == "\(Release.line(of: "statectl"))\n")
    }

    @Test func `play refuses --json, and prints the error as JSON`() async throws {
        let run = try await Program.run("play", "--pick", "--json", socket: "/nowhere")
        #expect(run.status == 64)
        #expect(
            run.errors.hasPrefix(#"{"error":"usage","status":64,"message":"play cannot print JSON"#)
        )
    }

    @Test func `without mpv, play ends with status 127, as a shell does`() async throws {
        let directory = try TemporaryDirectory()
        let run = try await Program.run(
            "play",
            "film.mkv",
            socket: directory.file("s"),
            environment: ["PATH": directory.path, "XDG_RUNTIME_DIR": directory.path]
        )
        #expect(run.status == 127)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("mpv plays without it") == true)
        #expect(lines.last == "statectl: cannot start mpv: it is not installed, or not on the PATH")
    }

    @Test func `without a file and without a daemon, play fails`() async throws {
        let directory = try TemporaryDirectory()
        let run = try await Program.run("play", "--pause", socket: directory.file("s"))
        #expect(run.status == 69)
        #expect(run.errors.hasSuffix("or give a file to play\n"))
    }

    @Test func `play --expired fails without a daemon, and does not play from the beginning`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let run = try await Program.run(
            "play",
            "--expired",
            "film.mkv",
            socket: directory.file("s"),
            environment: ["PATH": directory.path, "XDG_RUNTIME_DIR": directory.path]
        )
        #expect(run.status == 69)
        #expect(run.errors.hasPrefix("statectl: no daemon"))
    }

    @Test(arguments: [
        (["--device", "desk"], "--device selects the item to play; leave out the files"),
        (["--here"], "--here selects the item to play; leave out the files"),
        (["--pick"], "--pick asks which item to play; leave out the files"),
    ])
    func `an option that selects an item is refused beside a file`(
        options: [String],
        message: String
    ) async throws {
        let run = try await Program.run(["play"] + options + ["film.mkv"], socket: "/nowhere")
        #expect(run.status == 64)
        #expect(run.errors == "statectl: \(message)\n")
    }

    @Test func `a global option before bridge moves behind the command`() {
        #expect(
            GlobalOptions.movedAfterCommand(["--socket", "s", "bridge", "mpv", "--ipc", "i"])
                == ["bridge", "mpv", "--socket", "s", "--ipc", "i"]
        )
    }

    @Test
    func `an import of nothing, of a missing directory or from an unknown player is an error`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let none = try await Program.run("import", socket: directory.file("s"))
        #expect(none.status == 64)
        let empty = try await Program.run(
            "import",
            "--from",
            "mpv",
            socket: directory.file("s"),
            environment: ["HOME": directory.path]
        )
        #expect(empty.status == 1)
        #expect(empty.errors.contains("\(directory.path)/.local/state/mpv/watch_later"))
        let missing = try await Program.run(
            ["import", "--from", "mpv", "/nonexistent/folder"],
            socket: directory.file("s")
        )
        #expect(
            missing.errors
                == "statectl: /nonexistent/folder: No such file or directory; nothing was imported\n"
        )
        let odd = try await Program.run("import", "--from", "vlc", "x", socket: "/nowhere")
        #expect(odd.status == 65)
    }

    @Test func `an import from mpv finds the entries of URLs`() async throws {
        let daemon = try DaemonProcess.withoutRewind()
        let folder = daemon.directory.file("watch_later")
        #expect(mkdir(folder, 0o700) == 0)
        let urls = ["https://example.org/a/film.mp4?x=1", "https://example.org/b.mp4"]
        // The names are the MD5 digests of the URLs.
        let entries = [
            "5E4C775D86AD6D6A0B8F5DE730F0FB2F": 600, "445FC1BF50A86823F2C5EA4479B3B423": 60,
        ]
        for (name, position) in entries {
            try DaemonFiles.write(Array("start=\(position)\n".utf8), to: "\(folder)/\(name)")
        }
        #expect(
            try await daemon.said("import --from mpv \(folder) \(urls[0])")
                == "imported 1 of 1 resume point\nstatectl: mpv has stored 1 position of files that "
                + "were not found: give the directories to search\n"
        )
        #expect(try await daemon.said("resume \(urls[0])") == "600\n")
        #expect(
            try await daemon.said("import --from mpv \(folder) \(urls.joined(separator: " "))")
                == "imported 1 of 2 resume points; ignored 1 unchanged\n"
        )
    }
}
