// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Glibc
import StateTesting
import Testing

/// A run of a program that this package built, or of one that starts it.
final class Program {
    private let process: Child
    private let output = Pipe()

    /// The `stated` that was built with these tests.
    static func stated() throws -> String {
        let file = "/Tests/Suites/StateDaemonTests/Program.swift"
        try #require(#filePath.hasSuffix(file))
        let path = #filePath.dropLast(file.count) + "/.build/debug/stated"
        try #require(access(String(path), X_OK) == 0, "build the product stated first")
        return String(path)
    }

    /// Starts it.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: Its arguments.
    ///   - environment: All of its environment.
    /// - Throws: What the system says against starting it.
    init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let end = output.fileHandleForWriting
        process = try Child(
            path,
            arguments,
            // The machine's own bus is none of a test's business.
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus"]
                .merging(environment) { $1 },
            output: end.fileDescriptor,
            errors: end.fileDescriptor
        )
        try end.close()
    }

    /// Sends it a signal.
    func signal(_ number: Int32) {
        process.signal(number)
    }

    /// Waits for its end; one that takes a minute is killed.
    ///
    /// - Returns: Its exit status, and everything that it wrote to either stream.
    func end() -> (status: Int32, output: String) {
        let timeout = DispatchWorkItem { [pid = process.pid] in kill(pid, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: timeout)
        defer { timeout.cancel() }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        return (process.wait(), String(decoding: data, as: UTF8.self))
    }
}

/// A directory of one test, gone when the test is over.
struct Scratch: ~Copyable {
    let path: String

    init() throws {
        path = "/tmp/stated-test-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
