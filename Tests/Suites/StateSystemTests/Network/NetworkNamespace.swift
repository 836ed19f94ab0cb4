// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing

/// A network of a test's own, with a watch in it.
final class NetworkNamespace {
    private let process: Child
    private let orders: TestPipe
    private let words: TestPipe
    private var changes: [String] = []

    /// A network with nothing in it but a loopback that is down.
    init() throws {
        orders = try TestPipe()
        words = try TestPipe()
        process = try Child(
            "/usr/bin/unshare",
            ["--map-root-user", "--net", try DaemonProcess.executable("network-watch")],
            input: orders.output,
            output: words.input
        )
        words.closeInput()
    }

    /// Runs lines of shell there, and answers what a look at the network finds after the last.
    func run(_ lines: String...) throws -> String {
        var found = ""
        for line in lines {
            try orders.say(line)
            repeat { found = try words.line() } while isChange(found)
            try #require(found.hasPrefix("now "), "\(found)")
        }
        return found
    }

    /// The next change that the watch reports, in the order in which it reports them.
    func change() throws -> String {
        while changes.isEmpty {
            let line = try words.line()
            try #require(isChange(line), "\(line)")
        }
        return changes.removeFirst()
    }

    /// Ends the watch; answers its last words and its exit status.
    func end() throws -> (words: String, status: Int32) {
        orders.closeInput()
        return (try words.line(), process.wait())
    }

    private func isChange(_ line: String) -> Bool {
        guard ["up", "down"].contains(line) else { return false }
        changes.append(line)
        return true
    }
}
