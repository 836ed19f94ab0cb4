// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import Testing

@Suite struct CanonicalNameTests {
    /// The name, where the files of `links` exist and lead where they say.
    private func name(
        _ text: String,
        in directory: String? = "/home/u",
        links: [String: String] = [:]
    ) -> String? {
        CanonicalName.of(text, in: directory) { links[$0] }
    }

    @Test(arguments: [
        ("film.mkv", "/home/u/film.mkv"),
        ("./a/../film.mkv", "/home/u/film.mkv"),
        ("../v/film.mkv", "/home/v/film.mkv"),
        ("/films//alien.mkv", "/films/alien.mkv"),
        ("/films/./x/../alien.mkv", "/films/alien.mkv"),
        ("/../../etc", "/etc"),
        ("/", "/"),
        ("C:film.mkv", "/home/u/C:film.mkv"),
        ("a://b", "a://b"),
        ("1a://b", "/home/u/1a:/b"),
        ("ünïcode/é.ogg", "/home/u/ünïcode/é.ogg"),
    ])
    func `a relative path, or one with dots and doubled slashes, becomes absolute and plain`(
        text: String,
        expected: String
    ) {
        #expect(name(text) == expected)
    }

    @Test func `an existing file is named by its resolved path`() {
        let links = ["/home/u/film.mkv": "/disk/films/alien.mkv", "/a/../b": "/c/b"]
        #expect(name("film.mkv", links: links) == "/disk/films/alien.mkv")
        // A link before `..` leads elsewhere: the text must not be cleaned up first.
        #expect(name("/a/../b", links: links) == "/c/b")
        #expect(name("file:///home/u/film.mkv", links: links) == "/disk/films/alien.mkv")
    }

    @Test func `a path keeps its bytes unchanged`() {
        let composed = "/\u{E9}.ogg"
        let decomposed = "/e\u{301}.ogg"
        #expect(name(composed).map { Array($0.utf8) } == Array(composed.utf8))
        #expect(name(decomposed).map { Array($0.utf8) } == Array(decomposed.utf8))
        // A mark that combines with the slash before it.
        #expect(name("/a/\u{301}b").map { Array($0.utf8) } == Array("/a/\u{301}b".utf8))
    }

    @Test(arguments: [
        ("file:///films/alien%201.mkv", "/films/alien 1.mkv"),
        ("FILE://localhost/films/%C3%A9.mkv", "/films/é.mkv"),
        ("file:///films/../alien.mkv", "/alien.mkv"),
        ("file://nas/films/alien.mkv", "file://nas/films/alien.mkv"),
        ("file://C:/films/alien.mkv", "file://C:/films/alien.mkv"),
        ("file:///broken%2", "file:///broken%2"),
        ("file:///latin%E9", "file:///latin%E9"),
        ("file:///nul%00", "file:///nul%00"),
    ])
    func `a file URL becomes its path`(text: String, expected: String) {
        #expect(name(text) == expected)
    }

    @Test func `a file URL with unescaped characters names the file with exactly that path`() {
        let links = [
            "/m/Course #1/Lesson 1.mp3": "/m/Course #1/Lesson 1.mp3",
            "/m/100%25.ogg": "/m/100%25.ogg",
        ]
        #expect(
            name("file:///m/Course #1/Lesson 1.mp3", links: links) == "/m/Course #1/Lesson 1.mp3"
        )
        #expect(name("file:///m/100%25.ogg", links: links) == "/m/100%25.ogg")
        #expect(name("file:///m/Course%20%231/Lesson%201.mp3") == "/m/Course #1/Lesson 1.mp3")
        #expect(name("file:///m/a.ogg#t=3") == "/m/a.ogg")
    }

    @Test(arguments: [
        ("edl://01.ogg;02.ogg", "edl:///home/u/01.ogg;/home/u/02.ogg"),
        ("edl://01.ogg,0,5;/a/b.ogg,length=2", "edl:///home/u/01.ogg,0,5;/a/b.ogg,length=2"),
        ("edl://%7%a;b.ogg;c.ogg", "edl://%15%/home/u/a;b.ogg;/home/u/c.ogg"),
        ("edl://!no_chapters;a.ogg", "edl://!no_chapters;/home/u/a.ogg"),
        ("archive://book.zip|01.ogg", "archive:///home/u/book.zip|01.ogg"),
        ("archive://%2fa%7cb.zip|x", "archive:///a|b.zip|x"),
        ("slice://5-9@a.ts", "slice://5-9@/home/u/a.ts"),
        ("appending://a.ts", "appending:///home/u/a.ts"),
        ("mf://*.png", "mf:///home/u/*.png"),
        ("mf://@list", "mf://@/home/u/list"),
        ("lavf://file:a.ogg", "lavf://file:/home/u/a.ogg"),
        ("lavf://concat:a.mp3|/b.mp3", "lavf://concat:/home/u/a.mp3|/b.mp3"),
        ("edl://http://Host/a;b", "edl://http://host/a;/home/u/b"),
    ])
    func `relative paths in a URL become absolute`(text: String, expected: String) {
        #expect(name(text) == expected)
    }

    @Test func `a URL with a relative path gives no name if the directory is unknown`() {
        #expect(name("edl://01.ogg;02.ogg", in: nil) == nil)
    }

    @Test(arguments: [
        ("HTTP://Example.ORG/A", "http://example.org/A"),
        ("http://example.org", "http://example.org/"),
        ("http://example.org:80/a", "http://example.org/a"),
        ("http://example.org:/a", "http://example.org/a"),
        ("https://example.org:443?q=1", "https://example.org/?q=1"),
        ("https://example.org:8443/a#t=30", "https://example.org:8443/a"),
        ("https://example.org/a?x=http://b#c", "https://example.org/a?x=http://b"),
        ("http://[2001:DB8::1]:80/a", "http://[2001:db8::1]/a"),
        ("http://[2001:DB8::80]/a", "http://[2001:db8::80]/a"),
        ("http://x/Mein Hörbuch [1].ogg", "http://x/Mein%20H%C3%B6rbuch%20%5B1%5D.ogg"),
        (
            "http://x/Mein%20H%c3%b6rbuch%20%5b1%5d.ogg",
            "http://x/Mein%20H%C3%B6rbuch%20%5B1%5D.ogg"
        ),
        ("http://x/%41%2d%7E%2fb?q=%7e%26", "http://x/A-~%2Fb?q=~%26"),
        ("http://x/100%.ogg?a=%zz", "http://x/100%25.ogg?a=%25zz"),
        ("http://x/a/./b/../c/?d=../e", "http://x/a/c/?d=../e"),
        ("http://x/..", "http://x/"),
        ("http://x/a/..b/.", "http://x/a/..b/"),
        ("sftp://Nas/%7eme/a b%2f.ogg", "sftp://nas/~me/a b%2F.ogg"),
        ("rtsp://Cam:554/1", "rtsp://cam/1"),
        ("smb://NAS/Films#1/a", "smb://nas/Films#1/a"),
        ("ytdl://dQw4W9", "ytdl://dQw4W9"),
        ("YTDL://dQw4W9", "ytdl://dQw4W9"),
    ])
    func `equivalent spellings of a URL give one name`(text: String, expected: String) {
        #expect(name(text) == expected)
    }

    @Test(arguments: [
        "/dev/stdin", "/dev/fd/63", "/dev/sr0", "../../dev/video0", "file:///dev/sr0",
        "/proc/self/fd/3", "dvdsimple:///dev/sr0", "vcd:///dev/sr0", "v4l2:///dev/video0",
        "screen://", "dvb-t://frequency=1", "pulse://", "udp://@239.0.0.1:1234",
        "moz-extension://1/x.html", "", "-", "fd://0", "memory://x", "dvd://1", "BD://longest",
        "cdda://", "tv://",
        "av://lavfi:x", "file://127.0.0.1:8080/film.mp4", "file://localhost:80/a",
        "file://[::1]:8080/a",
    ])
    func `an address that leads to no lasting content gives no name`(text: String) {
        #expect(name(text) == nil)
    }

    @Test func `a path that is too long for an item's name gives no name`() {
        let longest = "/" + String(repeating: "x", count: 1_023)
        #expect(name(longest) == longest)
        #expect(name(longest + "x") == nil)
    }

    @Test func `a relative path gives no name if the directory is unknown`() {
        #expect(name("film.mkv", in: nil) == nil)
        #expect(name("film.mkv", in: "") == nil)
        #expect(name("/film.mkv", in: nil) == "/film.mkv")
    }

    @Test(arguments: [
        ("dvdsimple:///v/a%20b.iso", "/v/a b.iso"), ("dvdsimple:///v/a%20b.iso#1:2", "/v/a b.iso"),
        ("bluray:///v/a b.iso", "/v/a b.iso"), ("dvd:///v/gone.iso", nil),
        ("dvd:///dev/sr0", nil), ("v4l2:///dev/video0", nil),
    ])
    func `a disc image is named after its file`(text: String, expected: String?) {
        let links = ["/v/a b.iso": "/v/a b.iso", "/dev/sr0": "/dev/sr0"]
        #expect(name(text, links: links) == expected)
    }
}
