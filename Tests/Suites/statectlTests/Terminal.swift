// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ModelTesting
import StateTesting
import Testing

/// A terminal of so many columns, for programs that look whether they have one.
final class Terminal {
    /// TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which Swift does not import: they are computed.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    private let near: FileHandle
    private let far: FileHandle

    /// A new terminal.
    init(columns: UInt16, rows: UInt16 = 24) throws {
        let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(descriptor >= 0)
        near = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var lock: Int32 = 0
        try #require(ioctl(descriptor, Self.setLock, &lock) == 0)
        var number: Int32 = 0
        try #require(ioctl(descriptor, Self.getNumber, &number) == 0)
        let other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(other >= 0)
        far = FileHandle(fileDescriptor: other, closeOnDealloc: true)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(other, UInt(TIOCSWINSZ), &size) == 0)
    }

    /// Runs `statectl` there to its end; answers what a person would see, escapes and all.
    func run(
        _ arguments: String...,
        socket: String,
        environment: [String: String] = [:]
    ) async throws -> String {
        try await run(arguments, socket: socket, environment: environment)
    }

    /// Runs `statectl` there to its end; answers what a person would see, escapes and all.
    func run(
        _ arguments: [String],
        socket: String,
        environment: [String: String] = [:]
    ) async throws -> String {
        let process = try start(arguments, socket: socket, environment: environment)
        let seen = await text()
        _ = await onOwnThread { process.wait() }
        return seen
    }

    /// Starts `statectl` there, as the one program that it is for; with `keys`, it can be typed to.
    func start(
        _ arguments: [String],
        socket: String,
        environment: [String: String] = [:],
        keys: Bool = false
    ) throws -> Child {
        try Program.start(
            arguments,
            socket: socket,
            environment: environment,
            input: keys ? far : nil,
            output: far,
            errors: far
        )
    }

    /// Presses keys.
    func press(_ keys: String) throws {
        try near.write(contentsOf: Data(keys.utf8))
    }

    /// What comes next, up to the line that holds `end`; or all, if none does.
    ///
    /// A terminal ends with an error (EIO) once nobody writes to it any more.
    func text(until end: String? = nil) async -> String {
        let near = near
        let text = await onOwnThread {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while read(near.fileDescriptor, &byte, 1) == 1 {
                bytes.append(byte)
                guard let end, byte == UInt8(ascii: "\n") else { continue }
                if String(decoding: bytes, as: UTF8.self).contains(end) { break }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        return text.replacingOccurrences(of: "\r\n", with: "\n")
    }
}
