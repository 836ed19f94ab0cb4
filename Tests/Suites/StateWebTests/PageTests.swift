// SPDX-License-Identifier: Apache-2.0
import StateSystem
import StateTesting
import Testing
import Varlink
import WebTesting

@testable import StateWeb

@Suite struct `The files of the page` {
    private let files = PageFiles()

    private static let folder: String = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(4)
        return "/" + parts.joined(separator: "/") + "/Sources/CWebPage/files"
    }()

    @Test func `all files of the page are part of the program`() throws {
        let program = try TextFile.read(Self.folder + "/../page.c")
        for name in files.names {
            #expect(program.contains("#embed \"files/\(name)\""))
            #expect(try !TextFile.read(Self.folder + "/" + name).isEmpty)
        }
        #expect(files.names.count >= 15)
        // Whatever a file loads is there.
        for name in files.names {
            let text = String(decoding: files[name]?.bytes ?? [], as: UTF8.self)
            for reference in text.matches(of: /(?:from '\.\/|"\/page\/)([a-z.-]+)['"]/) {
                #expect(files[String(reference.1)] != nil, "\(name): \(reference.1)")
            }
        }
    }

    @Test func `the files of the page have less than 100 KB together`() {
        let count = files.names.compactMap { files[$0]?.bytes.count }.reduce(0, +)
        #expect(count < 100_000)
    }

    @Test func `each view has an icon for its link`() {
        let page = String(decoding: files["page.html"]?.bytes ?? [], as: UTF8.self)
        let views = page.matches(of: /<a href="#([a-z]+)"/)
        #expect(views.count == 5)
        for view in views { #expect(page.contains("id=\"i-\(view.1)\""), "\(view.1)") }
    }

    @Test func `the HTML has no script or style in it, and loads nothing from elsewhere`() {
        for name in files.names where name.hasSuffix(".html") {
            let text = String(decoding: files[name]?.bytes ?? [], as: UTF8.self)
            #expect(text.matches(of: /\s(style|on[a-z]+)=/).isEmpty, "\(name)")
            #expect(text.matches(of: /<script(?! type="module" src="\/page\/)/).isEmpty)
            #expect(!text.contains("//") || !text.contains("http"))
        }
    }

    @Test func `the page's files are served without comments, indentation and empty lines`() {
        let source = """
            /* A style
               sheet. */
            a { b: c }
              // Why.
                  d('// not one'); // one that stays

            /** A type. */
            e({
              f, // in a row;
              g,
            });
            h
              .i
            """
        let served = PageFiles.withoutComments(Array(source.utf8))
        let expected =
            "a { b: c }d('// not one'); // one that stays\ne({f, // in a row;\ng,});h\n.i\n"
        #expect(String(decoding: served, as: UTF8.self) == expected)
    }

    @Test func `scripts have no unnecessary spaces outside of literals`() {
        let cases = [
            ("const {a, $b} = x => ({y : 1});", "const{a,$b}=x=>({y:1});"),
            ("  a + +b - -c / d + e", "a+ +b- -c/ d + e"),
            ("return 'a = b' + c", "return'a = b' + c"), ("typeof é in x", "typeof é in x"),
        ]
        for (source, served) in cases {
            let bytes = PageFiles.dense(script: Array(source.utf8))
            #expect(String(decoding: bytes, as: UTF8.self) == served + "\n")
        }
    }

    @Test func `no literal of a script continues on another line`() throws {
        for name in files.names where name.hasSuffix(".js") {
            let lines = try TextFile.read(Self.folder + "/" + name).split(separator: "\n")
            #expect(lines.allSatisfy { $0.count { $0 == "`" }.isMultiple(of: 2) }, "\(name)")
        }
    }
}

@Suite struct `The page without scripts` {
    private func json(_ text: String) throws -> JSONValue {
        var reader = JSONReader(Array(text.utf8))
        return try reader.value()
    }

    @Test func `names are shown as text and not as markup`() throws {
        var state = PageDocument.State()
        state.points = try json(
            """
            {"points": [{"item": "/a/b&c \\"d\\".mkv", "title": "<b>x</b>", "position": 3723,
              "duration": 7200.5, "player": "mpv", "device": "den", "at": 0}], "cursor": "a/b"}
            """
        )
        state.alerts = [try json(#"{"title": "<i>", "message": "'&"}"#)]
        state.item = ("<script>", nil)
        let text = PageDocument(state: state, now: 7_200_000).text(
            from: "<html lang=\"en\">\n<!-- library -->\n<!-- now -->\n<!-- item -->",
            isSignedIn: true
        )
        #expect(text.hasPrefix("<html lang=\"en\" data-signed-in=\"true\">"))
        #expect(text.contains("&lt;b&gt;x&lt;/b&gt;") && !text.contains("<b>"))
        #expect(text.contains("href=\"/?item=%2Fa%2Fb%26c%20%22d%22.mkv#item\""))
        #expect(text.contains("1:02:03 of 2:00:00") && text.contains("2 h ago"))
        #expect(text.contains("href=\"/?cursor=a%2Fb#library\""))
        #expect(text.contains("<li>&lt;i&gt;: &#39;&amp;</li>"))
        #expect(text.contains("&lt;script&gt;") && !text.contains("<script"))
        #expect(!text.contains("<!--"))
    }

    @Test(
        arguments: [
            (0, "just now"), (-59_999, "59 s ago"), (-3_569_000, "59 min ago"),
            (-3_570_000, "1 h ago"), (-170_999_000, "47 h ago"), (-171_000_000, "2 days ago"),
            (5, "just now"), (-(1 << 56), "833999931 days ago"), (.min, "at some time"),
        ] as [(Int, String)]
    )
    func `ages are worded as by statectl, even for extreme times`(_ moment: Int, _ words: String) {
        #expect(PageText.age(of: moment, now: 0) == words)
    }

    @Test func `a book is shown with its percentage, and a digest as its name is shortened`() throws
    {
        var state = PageDocument.State()
        state.points = try json(
            #"{"points": [{"item": "kosync:0a1b2c3d4e", "position": 0, "fraction": 0.29, "at": 0}]}"#
        )
        let text = PageDocument(state: state, now: 0).text(
            from: "<!-- library -->",
            isSignedIn: false
        )
        #expect(text.contains(">Book 0a1b2c<") && text.contains(">29 %<"))
    }

    @Test func `the page shows when the daemon is unavailable`() {
        var state = PageDocument.State()
        state.notice = "away & gone"
        let document = PageDocument(state: state, now: 0)
        let text = document.text(from: "<!-- notice -->", isSignedIn: false)
        #expect(text == "<p class=\"notice\">away &amp; gone</p>")
    }
}

@Suite(.timeLimit(.minutes(10))) struct `The page's stream` {
    @Test func `the page's stream begins with a greeting, and then has each change`() throws {
        let web = try WebHarness()
        let client = try web.daemon.client()
        try client.save("film", 10)
        let reader = try web.follow("/events")
        let hello = try reader.next()
        #expect(hello.name == "hello" && hello.id != nil)
        #expect(try reader.next().name == "sync")
        try client.save("song", 20)
        #expect(try reader.next("saved", "current").change["item"] == "song")
        // After a token, the changes after it alone.
        let again = try web.follow("/events", after: hello.id)
        #expect(try again.next("saved", "current").change["item"] == "song")
    }

    @Test func `after a restore, the stream makes its readers start over`() throws {
        let web = try WebHarness()
        let client = try web.daemon.client()
        try client.save("film", 10)
        _ = try client.service("Backup", ["name": "before"])
        let reader = try web.follow("/events")
        #expect(try reader.next().name == "hello")
        _ = try client.service("Restore", ["name": "before"])
        while try reader.next().name != "resync" {}
        while try reader.next().name != "hello" {}
        try web.daemon.client().save("song", 20)
        #expect(try reader.next("saved").change["item"] == "song")
    }

    @Test func `a reader that does not read the stream delays no other`() throws {
        let web = try WebHarness()
        let client = try web.daemon.client()
        let slow = try web.follow("/events")
        #expect(try slow.next().name == "hello")
        let reader = try web.follow("/events")
        #expect(try reader.next().name == "hello")
        // More than the sockets' buffers hold.
        let title = JSONValue.string(String(repeating: "x", count: 1_000))
        for batch in 0..<200 {
            let snapshots = (1...100).map { number in
                JSONValue.snapshot(
                    "item \(number)",
                    Double(batch * 100 + number),
                    ["title": title, "cause": "seek"]
                )
            }
            let answer = try client.playback("SaveMany", ["snapshots": .array(snapshots)])
            #expect(answer.error == nil)
            // A window that reads hears of each at once.
            for number in 1...100 {
                let next = try reader.next("saved")
                #expect(next.change.at("point.position")?.number == Double(batch * 100 + number))
            }
        }
        // The slow one goes on with the newest state of each item.
        var seen: Set<Double> = []
        while !seen.contains(20_000) {
            if let position = try slow.next("saved", "current").change.at("point.position")?.number
            {
                seen.insert(position)
            }
        }
        #expect(seen.isSuperset(of: (19_901...20_000).map(Double.init)))
    }
}
