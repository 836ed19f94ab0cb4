// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The limits of the sources.
///
/// The lists of exceptions may only shrink.
@Suite struct `The source tree` {
    /// Functions that had more than 40 lines when the limit was made.
    private static let longFunctions = [
        "Sources/StateModel/Judgement/Policy.swift verdict": 48,
        "Sources/StateServices/Playback/SnapshotJudge+Alerts.swift watch": 47,
        "Sources/StateServices/Playback/SnapshotJudge.swift carryOut": 44,
        "Sources/StateServices/Playback/SnapshotJudge.swift judge": 47,
        "Sources/StateServices/Sessions/Alert+Words.swift words": 45,
        "Sources/StateStore/Recovery/StartupRecovery.swift openWritable": 43,
    ]

    /// Checks that nothing exceeds a limit but the exceptions, none of which has grown.
    private func check(
        _ sizes: [String: Int],
        limit: Int,
        exceptions: [String: Int]
    ) {
        for (name, size) in sizes where size > max(limit, exceptions[name] ?? 0) {
            Issue.record("\(name): \(size), and \(exceptions[name] ?? limit) is the most")
        }
        for name in exceptions.keys where (sizes[name] ?? 0) <= limit {
            Issue.record("\(name): within the limit; remove the exception")
        }
    }

    @Test func `no function has more than 40 lines`() throws {
        var sizes: [String: Int] = [:]
        for file in try SourceFile.sources() {
            for function in file.declarations where function.isFunction && function.lines > 40 {
                sizes["\(file.path) \(function.name)"] = function.lines
            }
        }
        check(sizes, limit: 40, exceptions: Self.longFunctions)
    }

    @Test func `no type has more than 700 lines, including its extensions`() throws {
        var sizes: [String: Int] = [:]
        for file in try SourceFile.sources() {
            for type in file.declarations where !type.isFunction && type.depth == 0 {
                sizes["\(file.target).\(type.name)", default: 0] += type.lines
            }
        }
        check(sizes, limit: 700, exceptions: [:])
    }

    @Test func `no folder has more than 15 files`() throws {
        let sizes = try SourceFile.sources().reduce(into: [:]) { $0[$1.folder, default: 0] += 1 }
        check(sizes, limit: 15, exceptions: [:])
    }

    @Test func `no file has more than 500 lines`() throws {
        let sizes = try SourceFile.sources().map { file in
            (file.path, file.text.utf8.count { $0 == UInt8(ascii: "\n") })
        }
        check(Dictionary(uniqueKeysWithValues: sizes), limit: 500, exceptions: [:])
    }

    @Test func `each file names its license`() throws {
        let folders = ["Sources", "Plugins", "Tests", "etc"]
        let files = try SourceFile.all(in: folders, ["swift", "c", "h", "sh", "py"])
        #expect(files.count > 1_000)
        for file in files where !file.text.contains("SPDX-License-Identifier: Apache-2.0") {
            Issue.record("\(file.path): write SPDX-License-Identifier: Apache-2.0")
        }
    }

    /// Words of which the glossary in ARCHITECTURE.md has a better one.
    private static let formerWords: Set = [
        "Census", "DeviceBook", "Doorbell", "Errand", "FolderShelf", "Fold", "Hub", "Ledger",
        "Notebook", "Parcel", "PlayerSeat", "Pursuit", "SeatWatch", "StoreFigures", "SyncDesk",
        "SyncLine", "SyncSeat", "Verbatim", "Viewpoint", "isAside", "patience", "untold",
    ]

    @Test func `no former word of the glossary is used`() throws {
        for file in try SourceFile.all(in: ["Sources", "Tests"], ["swift"])
        where !file.path.hasSuffix("HouseTests.swift") {
            let words = file.text.utf8.split { byte in
                let lower = byte | 0x20
                return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower)
            }
            let found = Set(words.map { String(decoding: $0, as: UTF8.self) })
                .intersection(Self.formerWords)
            #expect(found.isEmpty, "\(file.path)")
        }
    }

    /// Nouns that end like a gerund.
    private static let nouns = [
        "String", "Setting", "Timing", "Encoding", "Logging", "Testing", "Ring", "Spelling",
        "Finding", "Opening", "Reopening", "Mapping",
    ]

    @Test func `no file is named after a gerund`() throws {
        for file in try SourceFile.sources()
        where file.name.hasSuffix("ing") && !file.name.contains("+") {
            #expect(Self.nouns.contains(where: file.name.hasSuffix), "\(file.path)")
        }
    }

    @Test func `a log message is a sentence, and its reason is under the key reason`() throws {
        for file in try SourceFile.sources() where file.text.contains("logger") {
            let found = file.text.matches(of: /logger\.[a-z]+\(\s*"([a-z]+\.[a-z]+)"/)
            for match in found { Issue.record("\(file.path): write \(match.1) as a sentence") }
            #expect(!file.text.contains(#""why": "\("#), "\(file.path)")
        }
    }

    /// Turns of phrase of which technical English has a plainer one.
    private static let turns = [
        "all the same", "amid", "anew", "any more", "at the latest", "bereft", "by itself",
        "by themselves", "go on", "goes on", "nobody", "of its own", "of their own", "set aside",
        "settles", "somebody", "so that it", "went on", "whoever", "whomever",
    ]

    @Test(arguments: [
        "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md", "man",
    ])
    func `no paper has more than two unwanted turns of phrase in 1,000 words`(paper: String) throws
    {
        let files =
            paper == "man"
            ? try SourceFile.all(in: ["man"], ["1", "5", "7", "8"])
            : [try SourceFile(path: paper)]
        let words = files.flatMap { file in
            file.text.lowercased().split { !$0.isLetter && $0 != "'" }
        }
        let text = " " + words.joined(separator: " ") + " "
        let found = Self.turns.filter { text.contains(" \($0) ") }
        let count = found.reduce(0) { sum, turn in
            sum + text.components(separatedBy: " \(turn) ").count - 1
        }
        #expect(words.count > 100)
        #expect(count * 500 <= words.count, "\(found)")
    }
}
