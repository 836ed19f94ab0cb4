// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Varlink

/// A surface of a player in a process of its own: Tests/Support/interop/surface.py.
final class SurfaceProcess {
    /// Something that it says is no line of its kind, or it is gone.
    struct NoReply: Error {
        let said: String
    }

    /// The changes that it received since it was ready.
    private(set) var changes: [JSONValue] = []
    /// What stood when it subscribed.
    private(set) var standing: [JSONValue] = []
    private var answers: [JSONValue] = []
    private var isReady = false
    private let child: Child
    private let input: Int32
    private let output: Int32
    private var pending: [UInt8] = []

    /// Starts one, and waits until it is attached and subscribed.
    init(of player: String, daemon: DaemonProcess) throws {
        let here = "/Tests/Suites/EndToEndTests/SurfaceProcess.swift"
        let root = String(#filePath.dropLast(here.utf8.count))
        var (theirs, ours): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&theirs) == 0, pipe(&ours) == 0 else { throw NoReply(said: "no pipe") }
        for end in theirs + ours { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        input = theirs[1]
        output = ours[0]
        defer {
            close(theirs[0])
            close(ours[1])
        }
        child = try Child(
            root + "/.build/venv/bin/python",
            [root + "/Tests/Support/interop/surface.py", daemon.socket, player],
            input: theirs[0],
            output: ours[1]
        )
        _ = try answer()
        while !isReady { try take() }
    }

    deinit {
        close(input)
        close(output)
    }

    /// Makes a call of it; the reply's parameters.
    @discardableResult
    func call(_ method: String, _ parameters: JSONValue) throws -> JSONValue? {
        var writer = JSONWriter()
        writer.value(["method": .string("io.stated." + method), "parameters": parameters])
        let line = writer.bytes + [UInt8(ascii: "\n")]
        let count = line.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        guard count == line.count else { throw NoReply(said: "it is gone") }
        return try answer()["parameters"]
    }

    /// Waits until it receives a change that fits; returns the changes up to it.
    func until(_ fits: (JSONValue) -> Bool) throws -> [JSONValue] {
        while true {
            if let index = changes.firstIndex(where: fits) { return Array(changes[...index]) }
            try take()
        }
    }

    private func answer() throws -> JSONValue {
        while answers.isEmpty { try take() }
        return answers.removeFirst()
    }

    /// Takes in its next line.
    private func take() throws {
        let line = try line()
        guard let space = line.firstIndex(of: " ") else { throw NoReply(said: line) }
        var reader = JSONReader(Array(line[line.index(after: space)...].utf8))
        let value = try reader.value()
        switch line[..<space] {
        case "answer": answers.append(value)
        case "change": changes.append(value)
        case "standing": standing.append(value)
        case "ready": isReady = true
        default: throw NoReply(said: line)
        }
    }

    private func line() throws -> String {
        var room = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeSubrange(...end) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            var look = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            poll(&look, 1, Int32(ClientSocket.timeoutSeconds * 1_000))
            guard look.revents != 0 else { throw NoReply(said: "nothing") }
            let count = read(output, &room, room.count)
            guard count > 0 else { throw NoReply(said: "it has ended") }
            pending += room[..<count]
        }
    }
}
