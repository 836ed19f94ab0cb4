// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting

/// A measure of the time for which threads were ready to run, but had no processor.
///
/// That time is the machine's, which the attacker and other programs keep busy, and not the daemon's.
struct ProcessorWait {
    private let files: [String]
    private var before: [Duration]

    /// Creates a measure for the calling thread and for the event loops of a daemon.
    init(daemon pid: pid_t) {
        let folder = "/proc/\(pid)/task"
        let loops = DaemonFiles.names(in: folder).filter {
            let name = (try? DaemonFiles.read("\(folder)/\($0)/comm")) ?? []
            return String(decoding: name, as: UTF8.self).hasPrefix("NIO-ELT")
        }
        files = (loops.map { "\(folder)/\($0)" } + ["/proc/thread-self"]).map { $0 + "/schedstat" }
        before = files.map(Self.total)
    }

    /// Returns the longest wait of a loop since the last call, together with that of the caller.
    mutating func sinceLastCall() -> Duration {
        let now = files.map(Self.total)
        let waits = zip(now, before).map { $0 - $1 }
        before = now
        return (waits.dropLast().max() ?? .zero) + (waits.last ?? .zero)
    }

    /// The time that a thread has waited so far: the second number, in nanoseconds, of what
    /// proc_pid_schedstat in the kernel's documentation describes.
    private static func total(_ file: String) -> Duration {
        let numbers = String(decoding: (try? DaemonFiles.read(file)) ?? [], as: UTF8.self)
            .split(separator: " ")
        return .nanoseconds(numbers.dropFirst().first.flatMap { Int64($0) } ?? 0)
    }
}
