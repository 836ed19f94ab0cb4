// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import Testing

@Suite struct WrittenNameTests {
    /// The files there are: what leads where, directories with a slash at their end.
    private static let files = [
        "/": "//", "/home/u": "/home/u/", "/home/u/show": "/home/u/show/",
        "/home/u/film.mkv": "/disk/alien.mkv", "/disk/alien.mkv": "/disk/alien.mkv",
        "/home/u/./film.mkv": "/disk/alien.mkv", "/home/u/link": "/disk/", "/disk": "/disk/",
        "/home/u/show/": "/home/u/show/", "/home/u/.": "/home/u/",
    ]

    private func names(_ text: String, in directory: String? = "/home/u") -> WrittenName {
        WrittenName(text, in: directory) { path in
            Self.files[path].map {
                WrittenName.File(
                    path: $0.hasSuffix("/") ? String($0.dropLast()) : $0,
                    isDirectory: $0.hasSuffix("/")
                )
            }
        }
    }

    @Test(arguments: [
        ("film.mkv", "/disk/alien.mkv"), ("./film.mkv", "/disk/alien.mkv"),
        ("/home/u/film.mkv", "/disk/alien.mkv"),
        ("file:///home/u/film.mkv", "/disk/alien.mkv"),
        ("FILE://localhost/disk/alien.mkv", "/disk/alien.mkv"),
        ("file:/disk/alien.mkv", "/disk/alien.mkv"),
        // No file, and a path by its form.
        ("/no/film.mkv", "/no/film.mkv"), ("./new.mkv", "/home/u/new.mkv"),
        ("../v/new.mkv", "/home/v/new.mkv"), ("file:///no/%61.mkv", "/no/a.mkv"),
        // No file, in a directory that exists, whose links are followed.
        ("show/2.mkv", "/home/u/show/2.mkv"), ("link/new.mkv", "/disk/new.mkv"),
        ("/home/u/link/new.mkv", "/disk/new.mkv"),
        // A directory is meant only where it is written like a path.
        ("show", "show"), ("show/", "/home/u/show"),
        // Anything else.
        ("new.mkv", "new.mkv"), ("no/where", "no/where"), ("spotify:track:1", "spotify:track:1"),
        ("episode 1", "episode 1"), ("content:1-a", "content:1-a"), ("-", "-"), ("", ""),
        ("HTTP://Example.ORG:80", "http://example.org/"), ("dvd://1", "dvd://1"),
        ("file://nas/a.mkv", "file://nas/a.mkv"),
    ])
    func `each way to write an item's name leads to one name`(text: String, own: String) {
        #expect(names(text).own == own)
    }

    @Test func `the other spellings of a path are tried before similar names`() {
        let bare = names("film.mkv")
        #expect(bare.isFile)
        #expect(bare.spellings == ["/home/u/film.mkv", "file:///disk/alien.mkv"])
        #expect(bare.guesses == ["film.mkv"])
        #expect(names("/disk/alien.mkv").guesses == [])
        #expect(names("file:///home/u/a%20b").spellings == ["file:///home/u/a%20b"])
        #expect(names("/home/u/a b").spellings == ["file:///home/u/a%20b"])
    }

    @Test func `a name to which no file belongs may be the path of a deleted file`() {
        let gone = names("gone.mkv")
        #expect(gone.own == "gone.mkv")
        #expect(!gone.isFile)
        #expect(gone.guesses == ["/home/u/gone.mkv"])
        #expect(names("HTTP://example.org").spellings == ["HTTP://example.org"])
        #expect(names("gone.mkv", in: nil) == names("gone.mkv", in: nil))
        #expect(names("gone.mkv", in: nil).guesses == [])
    }
}
