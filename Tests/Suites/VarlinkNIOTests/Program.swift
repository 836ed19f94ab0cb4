// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateTesting
import Testing

/// A program of this package, or Python, started by a test.
final class Program {
    private let process: Child
    private let output = Pipe()

    /// Starts a program with its standard output and errors read by us.
    init(_ path: String, _ arguments: [String]) throws {
        try #require(
            FileManager.default.isExecutableFile(atPath: path),
            "\(path) is missing: run `make deps`, then build everything"
        )
        let end = output.fileHandleForWriting
        process = try Child(
            path,
            arguments,
            output: end.fileDescriptor,
            errors: end.fileDescriptor
        )
        try end.close()
    }

    /// Reads output until `text` comes.
    func awaitOutput(_ text: String) throws {
        var seen = ""
        while !seen.contains(text) {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "the program ended after saying: \(seen)")
            seen += String(decoding: more, as: UTF8.self)
        }
    }

    /// Waits for the end; answers what it said and its exit status.
    func finish() throws -> (output: String, status: Int32) {
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        return (String(decoding: data, as: UTF8.self), process.wait())
    }
}

extension Program {
    /// The path of a program of this package.
    static func product(_ name: String) throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests).deletingLastPathComponent().path + "/" + name
    }

    /// The path of a file of this package.
    static func file(_ name: String) -> String {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.path + "/" + name
    }

    /// Python with other implementations of Varlink.
    static var python: String { file(".build/venv/bin/python") }
}
