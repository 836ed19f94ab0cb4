// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ModelTesting
import StateTesting

/// A `statectl` that goes on running, read line by line.
final class Watcher {
    private let process: Child
    private let output = Pipe()
    private let errors = Pipe()
    private let lines: Lines
    private let notices: Lines

    /// Starts it.
    init(_ arguments: String..., socket: String) throws {
        process = try Program.start(
            arguments,
            socket: socket,
            environment: [:],
            output: output.fileHandleForWriting,
            errors: errors.fileHandleForWriting
        )
        lines = Lines(output.fileHandleForReading)
        notices = Lines(errors.fileHandleForReading)
    }

    /// The next line of standard output; nil: there are no more.
    func line() async throws -> String? { try await lines.next() }

    /// The next line of standard error; nil: there are no more.
    func notice() async throws -> String? { try await notices.next() }

    /// Has it something to say again and again until it has ended; answers as ``end()`` does.
    ///
    /// Once is not always enough for one that nobody reads any more: a program that another test
    /// starts at that moment has the reading end, too, until it closes what is not its own.
    func end(_ news: () async throws -> Void) async throws -> Int32 {
        while process.ended() == nil { try await news() }
        return await end()
    }

    /// Closes the end that its output is read from.
    func stopReading() {
        try? output.fileHandleForReading.close()
    }

    /// Interrupts it, as ^C does, and answers how it ended.
    func interrupt() async -> Int32 {
        process.signal(SIGINT)
        return await end()
    }

    /// Waits for its end; the negative number of the signal where one ended it.
    func end() async -> Int32 {
        let process = process
        return await onOwnThread { process.wait() }
    }
}

/// The lines that come out of a pipe.
private final class Lines {
    private let handle: FileHandle
    private var buffer = Data()

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    func next() async throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer = Data(buffer[(end + 1)...])
                return line
            }
            let chunk = await chunk()
            if chunk.isEmpty { return nil }
            buffer += chunk
        }
    }

    private func chunk() async -> Data {
        let handle = handle
        return await onOwnThread { handle.availableData }
    }
}
