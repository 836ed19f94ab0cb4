import Foundation
import Glibc
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
    init(columns: UInt16) throws {
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
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(other, UInt(TIOCSWINSZ), &size) == 0)
    }

    /// Runs `statectl` there to its end; answers what a person would see, escapes and all.
    func run(
        _ arguments: String...,
        socket: String,
        environment: [String: String] = [:]
    ) async throws -> String {
        let process = try Program.start(
            arguments,
            socket: socket,
            environment: environment,
            output: far,
            errors: far
        )
        let seen = await text()
        _ = process.wait()
        return seen.replacingOccurrences(of: "\r\n", with: "\n")
    }

    /// All that comes; a terminal ends with an error (EIO) once nobody writes to it any more.
    private func text() async -> String {
        let near = near
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var bytes: [UInt8] = []
                var chunk = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = read(near.fileDescriptor, &chunk, chunk.count)
                    guard count > 0 else { break }
                    bytes += chunk[..<count]
                }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}
