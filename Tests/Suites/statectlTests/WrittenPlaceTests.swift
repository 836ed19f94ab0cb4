// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateTesting
import Testing

@testable import statectl

/// The place that a person names for sync, in all spellings.
@Suite struct WrittenPlaceTests {
    private let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        for name in ["http:", "Music:2024", "nats:kim", "a b%"] {
            try FileManager.default.createDirectory(
                atPath: place.file(name),
                withIntermediateDirectories: true
            )
        }
    }

    /// Returns the value of `remote` for a place, with `DIR` for the directory of the test.
    private func remote(_ written: String) throws(Failure) -> String {
        let written = written.replacing("DIR", with: place.path)
        return try WrittenPlace.place(written).remote.replacing(place.path, with: "DIR")
    }

    @Test(arguments: [
        ("DIR/new", "file://DIR/new"), ("DIR", "file://DIR"), ("DIR/a b%", "file://DIR/a%20b%25"),
        ("file://DIR/a%20b%25", "file://DIR/a%20b%25"),
        ("file://localhostDIR/new", "file://DIR/new"),
        ("FILE://DIR/new", "file://DIR/new"),
        ("file:///DIR/new", "file://DIR/new"), ("file:DIR/new", "file://DIR/new"),
        ("DIR/http:", "file://DIR/http%3A"), ("DIR/Music:2024", "file://DIR/Music%3A2024"),
        ("DIR/nats:kim", "file://DIR/nats%3Akim"), ("DIR/Music:2025", "file://DIR/Music%3A2025"),
        ("nats://nas/kim", "nats://nas/kim"), ("TLS://nas:4222/kim", "TLS://nas:4222/kim"),
    ])
    func `the address of a folder or a store on NATS servers can be written in several ways`(
        written: String,
        wanted: String
    ) throws {
        #expect(try remote(written) == wanted)
    }

    @Test(arguments: [
        ("http://example.org/x", "did you mean nats://host:4222/NAME"),
        ("https://example.org/x", "did you mean nats://host:4222/NAME"),
        ("nat://nas/kim", "did you mean nats://host:4222/NAME"),
        ("tls:/nas/kim", "did you mean tls://host:4222/NAME"),
        ("nats:nas/kim", "did you mean nats://host:4222/NAME"),
        ("ftp://nas/kim", "did you mean nats://host:4222/NAME"),
        ("files:///home/kim/x", "did you mean file:///absolute/path"),
        ("smb:/nas/kim", "did you mean nats://host:4222/NAME"),
        ("file://nas/kim", "“nas” is the name of a machine"),
        ("file://~/x", "“~” is the name of a machine"),
        ("file:x", "the URL of a folder is file:///absolute/path"),
        ("file:///x?y", "the URL of a folder is file:///absolute/path"),
        ("file:///x%", "the URL of a folder is file:///absolute/path"),
        ("~/x", "the shell did not replace “~”; write "),
        ("nats://kim:secret@nas/kim", "write them to a file, and give its path with --credentials"),
        ("nats://nas", "the URL does not name a store"),
        ("nats://nas/", "the URL does not name a store"),
        ("/etc/passwd/below", "Not a directory"),
    ])
    func `text that is not an address of a remote is refused with advice`(
        written: String,
        advice: String
    ) throws {
        let failure = #expect(throws: Failure.self) { try remote(written) }
        #expect(failure?.message.contains(advice) == true, "\(failure?.message ?? "")")
        #expect(failure?.status == .badValue)
    }

    @Test(arguments: ["nats:kim", "http:", "http:/x", "~/x"])
    func `an existing path is taken for a folder even if it looks like a URL`(
        written: String
    ) throws {
        let found = try WrittenPlace.place(written) { $0 == written }
        #expect(found.remote.hasPrefix("file:///"))
        #expect(found.remote.hasSuffix("/" + written.replacing(":", with: "%3A")))
        let other = try? WrittenPlace.place(written) { _ in false }
        #expect(other == nil || written == "http:")
    }
}
