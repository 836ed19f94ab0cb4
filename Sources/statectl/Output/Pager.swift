// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

/// Output that goes through a pager if it does not fit on the screen.
struct PagedOutput {
    private let output: Output
    private let command: String?
    private var waiting: [String] = []
    private var pager: Pager?
    private var isDirect: Bool

    init(on output: Output, pager isWanted: Bool) {
        self.output = output
        command = Self.command(named: Environment["PAGER"])
        isDirect = !isWanted || !output.isErasable || command == nil
    }

    /// Returns the pager's command for a value of PAGER; `nil` for no pager.
    static func command(named name: String?) -> String? {
        guard let name else { return ProgramFile.onPath("less").map { _ in "less" } }
        return name.allSatisfy { $0 == " " } || name == "cat" ? nil : name
    }

    /// Adds lines; returns false once the user has closed the pager.
    mutating func add(_ lines: [String]) -> Bool {
        waiting += lines
        if !isDirect, pager == nil {
            guard Self.overflows(waiting, width: output.width, height: output.height) else {
                return true
            }
            pager = command.flatMap { Pager($0) }
            isDirect = pager == nil
        }
        defer { waiting = [] }
        if let pager { return pager.write(waiting) }
        output.lines(waiting)
        return true
    }

    /// Prints the remaining lines; waits until the user closes the pager.
    mutating func finish() {
        output.lines(waiting)
        waiting = []
        pager?.close()
    }

    /// Returns true if the lines and the shell's prompt do not fit on the screen.
    static func overflows(_ lines: [String], width: Int, height: Int) -> Bool {
        let rows = lines.prefix(height).reduce(0) {
            $0 + max(1, (TextWidth.of($1) - 1) / width + 1)
        }
        return rows >= height
    }
}

final class Pager {
    private let pid: pid_t
    private let descriptor: Int32
    private var isOpen = true

    init?(_ command: String) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // less(1) ends if the text fits on the screen (F), shows colours (R), and does not clear
        // the screen (X).
        if Environment["LESS"] == nil { setenv("LESS", "FRX", 1) }
        // As in git, an interrupt only goes to the pager, which uses it as a key.
        signal(SIGINT, SIG_IGN)
        let words = ["sh", "-c", command]
        let started = try? NextProgram.start(words, restoring: [SIGINT, SIGPIPE]) { actions in
            posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        }
        guard let pid = started else {
            signal(SIGINT, SIG_DFL)
            Glibc.close(ends[0])
            Glibc.close(ends[1])
            return nil
        }
        Glibc.close(ends[0])
        self.pid = pid
        descriptor = ends[1]
    }

    func write(_ lines: [String]) -> Bool {
        guard isOpen, !lines.isEmpty else { return isOpen }
        // The network library may not have disabled SIGPIPE yet, which would end the program once
        // the pager is closed.
        signal(SIGPIPE, SIG_IGN)
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        return (try? WholeFile.write(text, to: descriptor)) != nil
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        Glibc.close(descriptor)
        _ = NextProgram.end(of: pid)
        signal(SIGINT, SIG_DFL)
    }
}
