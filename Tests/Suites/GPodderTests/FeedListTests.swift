// SPDX-License-Identifier: Apache-2.0
import GPodder
import Testing

@Suite struct `A list of feeds as OPML` {
    private static let document = """
        <?xml version="1.0"?><opml version="2.0"><head><title>A</title></head>
        <body><outline type="rss" text="A" xmlUrl="http://a.example/"/>
        <outline text="B" xmlUrl='http://b.example/'></outline></body></opml>
        """

    @Test func `a document that is cut off at any byte is refused`() {
        let bytes = Array(Self.document.utf8)
        let feeds = ["http://a.example/", "http://b.example/"]
        #expect(FeedList.opml.feeds(in: bytes) == feeds)
        for end in bytes.indices { #expect(FeedList.opml.feeds(in: Array(bytes[..<end])) == nil) }
    }

    @Test(arguments: [
        "\u{FEFF}<opml><body><outline xmlUrl='http://a.example/'/></body></opml>",
        "<!DOCTYPE opml>\r\n<opml><outline xmlURL = \"http://a.example/\" ></outline></opml>\r\n",
        "<opml><title>1 < 2</title><outline text='>' xmlUrl='http://a.example/'/></opml><!-- -->",
    ])
    func `the forms of XML that programs write are accepted`(_ text: String) {
        #expect(FeedList.opml.feeds(in: Array(text.utf8)) == ["http://a.example/"])
    }

    @Test(arguments: [
        "<opml><outline xmlUrl='http://a.example/></opml>",
        "<opml><outline xmlUrl='http://a.example/'/></opml",
        "<opml><outline xmlUrl='http://a.example/></opml><outline xmlUrl=\"http://b.example/\"/>",
    ])
    func `a document with an open tag or value is refused`(_ text: String) {
        #expect(FeedList.opml.feeds(in: Array(text.utf8)) == nil)
    }
}
