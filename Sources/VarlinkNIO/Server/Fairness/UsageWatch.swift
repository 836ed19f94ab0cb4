// SPDX-License-Identifier: Apache-2.0

/// A watch for processes that keep the server busy while others wait.
///
/// Usage is judged over windows of one second, and only if several processes made calls.
struct UsageWatch {
    /// A process that used too much of the server.
    struct Hog: Equatable, Sendable {
        /// The kind of fault: calls or connections.
        let fault: ClientFault
        let user: UInt32
        let process: Int32
    }

    private struct Usage {
        var user: UInt32
        var time: Duration = .zero
        var opened = 0
    }

    private static let window = Duration.seconds(1)
    /// The maximum time that one process may use in a window while others make calls.
    private static let share = Duration.milliseconds(500)
    /// The maximum number of connections that one process may open in a window.
    private static let opened = 500

    private var begin: Duration?
    private var processes: [Int32: Usage] = [:]

    /// Records work done for a process.
    mutating func served(_ process: Int32, of user: UInt32, for time: Duration) {
        var usage = processes[process] ?? Usage(user: user)
        usage.time += time
        processes[process] = usage
    }

    /// Records that a process opened a connection.
    mutating func opened(by process: Int32, of user: UInt32) {
        processes[process, default: Usage(user: user)].opened += 1
    }

    /// Returns the processes that used too much in a completed window; begins a new window.
    mutating func look(now: Duration) -> [Hog] {
        guard !processes.isEmpty else { return [] }
        guard let begin else {
            self.begin = now
            return []
        }
        guard now - begin >= Self.window else { return [] }
        // Usage over a longer time is averaged over the windows that it spans.
        let windows = max(1, Int((now - begin) / Self.window))
        let others = processes.values.count { $0.time > .zero } > 1
        let hogs = processes.flatMap { process, usage -> [Hog] in
            var faults: [ClientFault] = []
            if others, usage.time / windows > Self.share { faults.append(.busy) }
            if usage.opened / windows > Self.opened { faults.append(.connectsOften) }
            return faults.map { Hog(fault: $0, user: usage.user, process: process) }
        }
        processes = [:]
        self.begin = nil
        return hogs.sorted { ($0.process, $0.fault.reason) < ($1.process, $1.fault.reason) }
    }
}
