/// Finds the process that keeps the server busy while others wait.
///
/// Time counts only while calls are left over when a turn's time is up; a second of that is looked
/// at as a whole.
package struct UsageWatch {
    /// A process that took most of the time.
    package struct Hog: Equatable, Sendable {
        /// The fault: calls, or connections.
        package let fault: ClientFault
        /// The user.
        package let user: UInt32
        /// The process.
        package let process: Int32

        /// A finding with all its members.
        package init(fault: ClientFault, user: UInt32, process: Int32) {
            self.fault = fault
            self.user = user
            self.process = process
        }
    }

    private struct Usage {
        var user: UInt32
        var time: Duration = .zero
        var opened = 0
    }

    private static let window = Duration.seconds(1)
    /// The share of the window that one process may take while others wait.
    private static let share = Duration.milliseconds(300)
    /// The connections that one process may open within a window.
    private static let opened = 500

    private var begin: Duration?
    private var processes: [Int32: Usage] = [:]

    /// A watch that has seen nothing.
    package init() {}

    /// Notes the time that a call of a process took while others waited.
    package mutating func served(_ process: Int32, of user: UInt32, for time: Duration) {
        var usage = processes[process] ?? Usage(user: user)
        usage.time += time
        processes[process] = usage
    }

    /// Notes that a process opened a connection.
    package mutating func opened(by process: Int32, of user: UInt32) {
        processes[process, default: Usage(user: user)].opened += 1
    }

    /// Returns the processes that did too much once a window has passed, which begins anew then.
    package mutating func look(now: Duration) -> [Hog] {
        guard !processes.isEmpty else { return [] }
        guard let begin else {
            self.begin = now
            return []
        }
        guard now - begin >= Self.window else { return [] }
        // Of what was seen in a long time only as much counts as a window's share of it.
        let windows = max(1, Int((now - begin) / Self.window))
        let hogs = processes.flatMap { process, usage -> [Hog] in
            var faults: [ClientFault] = []
            if usage.time / windows > Self.share { faults.append(.busy) }
            if usage.opened / windows > Self.opened { faults.append(.connectsOften) }
            return faults.map { Hog(fault: $0, user: usage.user, process: process) }
        }
        processes = [:]
        self.begin = nil
        return hogs.sorted { ($0.process, $0.fault.reason) < ($1.process, $1.fault.reason) }
    }
}
