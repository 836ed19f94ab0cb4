// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateTesting
import Testing

/// The example player, and the article that explains it.
@Suite struct ExampleTests {
    private static let root = #filePath.replacing(
        "Tests/Suites/EndToEndTests/ExampleTests.swift",
        with: ""
    )

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: Self.root + path, encoding: .utf8)
    }

    /// Runs the example for a second and returns its output.
    private func play(_ item: String, _ daemon: DaemonProcess) throws -> String {
        let output = daemon.directory.file("example")
        let program = try DaemonProgram(
            [try DaemonProcess.executable("example-player"), item, "1"],
            environment: ["STATED_SOCKET": daemon.socket],
            output: output
        )
        #expect(try program.waitForExit() == .status(0))
        return try String(contentsOfFile: output, encoding: .utf8)
    }

    @Test func `the example player resumes where it stopped`() throws {
        let daemon = try DaemonProcess.running()
        #expect(try play("talk", daemon) == "from 0.0 s\nstored at 1.0 s\n")
        try daemon.kill()
        try daemon.start()
        #expect(try play("talk", daemon).hasSuffix("from 1.0 s\nstored at 2.0 s\n"))
    }

    @Test(arguments: [
        ("WritingAPlayer", "Sources/player/Player.swift", 5),
        ("TestingYourPlayer", "Tests/PlayerTests/PlayerTests.swift", 4),
    ])
    func `the DocC articles quote the example player's source unchanged`(
        name: String,
        path: String,
        count: Int
    ) throws {
        let source = try text("etc/examples/player/" + path)
        let article = try text("Sources/StateClient/StateClient.docc/\(name).md")
        let blocks = article.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count == count)
        for block in blocks { #expect(source.contains(block), "\(block)") }
    }

    @Test
    func `a program that uses StateClient contains no code or libraries of the daemon`() throws {
        let program = try Data(
            contentsOf: URL(filePath: try DaemonProcess.executable("example-player")),
            options: .alwaysMapped
        )
        func has(_ text: String) -> Bool { program.range(of: Data(text.utf8)) != nil }
        for text in ["StateClient", "VarlinkNIO", "NIOPosix"] { #expect(has(text), "\(text)") }
        for text in [
            "StateStore", "StateServices", "StateDaemon", "StateConfiguration", "RemoteNATS",
            "HummingbirdCore", "NIOSSL", "ArgumentParser", "ServiceLifecycle", "libsqlite3",
            "libsystemd", "libyaml", "libqrencode",
        ] { #expect(!has(text), "\(text)") }
    }

    @Test func `the example in the README compiles`() throws {
        let source = try text("Tests/Suites/EndToEndTests/ReadmeExample.swift")
        let readme = try text("README.md").components(separatedBy: "```swift\n")
        #expect(readme.count == 2)
        let block = try #require(readme.last?.components(separatedBy: "```").first)
        for line in block.split(separator: "\n") { #expect(source.contains(line), "\(line)") }
    }
}
