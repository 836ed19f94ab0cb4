// SPDX-License-Identifier: Apache-2.0

/// A detector of processes that use too much of the server's time, or open too many connections.
///
/// It measures over windows of at least one second. Time counts only if another process also makes
/// calls.
struct UsageWatch {
    struct Hog: Equatable, Sendable {
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
    /// The maximum time per second that a process may use while another process also makes calls.
    private static let share = Duration.milliseconds(500)
    /// The maximum number of connections per second that a process may open.
    private static let opened = 500

    private var begin: Duration?
    private var processes: [Int32: Usage] = [:]

    mutating func served(_ process: Int32, of user: UInt32, for time: Duration) {
        var usage = processes[process] ?? Usage(user: user)
        usage.time += time
        processes[process] = usage
    }

    mutating func opened(by process: Int32, of user: UInt32) {
        processes[process, default: Usage(user: user)].opened += 1
    }

    /// If the window is over, returns the processes that used too much in it, and begins a new
    /// window.
    mutating func look(now: Duration) -> [Hog] {
        guard !processes.isEmpty else { return [] }
        guard let begin else {
            self.begin = now
            return []
        }
        guard now - begin >= Self.window else { return [] }
        // If more time than one window has passed, the usage is averaged.
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
