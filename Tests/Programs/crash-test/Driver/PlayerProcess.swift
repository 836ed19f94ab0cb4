// SPDX-License-Identifier: Apache-2.0
import CrashModel
import CrashSystem
import Glibc
import StateTesting

/// A player's process with its output so far.
final class PlayerProcess {
    /// The read end of the pipe with its output.
    let descriptor: Int32
    /// True once its output has ended.
    private(set) var isOver = false
    private let child: Child
    private var words: [UInt8] = []

    /// Starts a player with the given name.
    init(_ name: String, turn: Int, seed: UInt64, socket: String, program: String) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Violation("no pipe: \(errno)") }
        descriptor = ends[0]
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        child = try Child(
            program,
            [
                "player", "--socket", socket, "--name", name, "--turn", "\(turn)", "--seed",
                "\(seed)",
            ],
            output: ends[1]
        )
    }

    deinit {
        close(descriptor)
    }

    /// Returns the lines printed since the last call.
    func lines() -> [String] {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while !isOver {
            let count = read(descriptor, &room, room.count)
            if count > 0 {
                words += room[..<count]
            } else if count == 0 {
                isOver = true
            } else if errno != EINTR {
                break
            }
        }
        guard let end = words.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        defer { words.removeSubrange(...end) }
        return words[..<end].split(separator: UInt8(ascii: "\n")).map { line in
            String(decoding: line, as: UTF8.self)
        }
    }

    /// Kills the process at once, whatever it is doing.
    func kill() {
        child.signal(SIGKILL)
        _ = child.wait()
    }

    /// Waits until the process has ended by itself, and returns its exit status.
    func end() -> Int32 { child.wait() }
}
