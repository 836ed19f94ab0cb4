// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import StateModel
import Testing

@testable import PlayerKit
@testable import PlayerMPRIS

/// What real players said, recorded by `make players-test` and heard once more.
@Suite struct TranscriptTests {
    /// The recorded transcripts, in the order of their names.
    static let files: [String] = {
        let folder = #filePath.replacing(
            "Suites/PlayerMPRISTests/TranscriptTests.swift",
            with: "Support/fixtures/players/"
        )
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".transcript") }.sorted().map { folder + $0 }
    }()

    @Test func `the folder of recorded sessions is not empty`() {
        #expect(!Self.files.isEmpty)
    }

    @Test(arguments: files)
    func `the recorded session of a real player leads to the recorded actions`(file: String) throws
    {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        var follower = MPRISFollower(player: "player", isOld: false)
        var seen: [String] = []
        var expected: [String] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let (now, entry) = MPRISTranscript.entry(of: line) else {
                expected.append(String(line))
                continue
            }
            let actions =
                switch entry {
                case .began(let isOld): Self.begin(&follower, isOld: isOld)
                case .player(let event): follower.event(event, now: now)
                case .daemon(let event): follower.event(event, now: now)
                case .gone: follower.gone(now: now)
                }
            seen += actions.compactMap(MPRISTranscript.line)
        }
        #expect(seen == expected)
    }

    @Test(arguments: [
        "7\tcontents\tpath=/v/a.mkv\tkey=content:70000-b\tdigest=0\tdigest=a",
        "7\tcontents\tpath=/v/a.mkv",
        "7\tcontinuation\titem=/v/a.mkv\town=/v/a.mkv\tplayer=vlc\tplace=40.0\thold=album"
            + "\tcontents=content:1-a\tcontents=content:2-b",
    ])
    func `a recorded key of a file's contents is read back unchanged`(line: String) throws {
        let (now, entry) = try #require(MPRISTranscript.entry(of: line[...]))
        #expect(MPRISTranscript.line(entry, at: now) == line)
        if case .player(.contents(_, let key?)) = entry {
            #expect(key == ContentKey(name: "content:70000-b", digests: ["0", "a"]))
        }
        if case .daemon(.continuation(_, _, _, _, let terms)) = entry {
            #expect(terms.contents == ["content:1-a", "content:2-b"])
        }
    }

    private static func begin(
        _ follower: inout MPRISFollower,
        isOld: Bool
    ) -> [MPRISFollower.Action] {
        follower = MPRISFollower(player: "player", isOld: isOld)
        return follower.begin()
    }
}
