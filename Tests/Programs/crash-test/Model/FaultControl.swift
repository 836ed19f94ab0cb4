// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The control of the failing writes of the daemon's process; see `crash_faults.h`.
package final class FaultControl {
    /// The system calls that can be made to fail.
    package struct Calls: OptionSet {
        /// The bits of the set.
        package let rawValue: Int32
        /// Writes.
        package static let writes = Calls(rawValue: 1)
        /// Syncs.
        package static let syncs = Calls(rawValue: 2)
        /// Truncations.
        package static let truncations = Calls(rawValue: 4)

        /// Creates the set with these bits.
        package init(rawValue: Int32) {
            self.rawValue = rawValue
        }
    }

    /// The indices of the members of `struct crash_faults`.
    private enum Member: Int {
        case calls, spare, failing, error, failed, count
    }

    private let members: UnsafeMutablePointer<Int32>
    private let path: String
    private static let size = Member.count.rawValue * MemoryLayout<Int32>.size

    /// Opens or creates the control file at `path`; a new one lets no call fail.
    package init(_ path: String) throws {
        self.path = path
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0, ftruncate(file, Self.size) == 0 else {
            throw Violation("cannot write \(path)")
        }
        defer { close(file) }
        let map = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let map, map != MAP_FAILED else { throw Violation("cannot map \(path)") }
        members = map.bindMemory(to: Int32.self, capacity: Member.count.rawValue)
    }

    deinit {
        munmap(members, Self.size)
    }

    /// Returns the variables that a daemon's environment needs for the control.
    package func environment(library: String, below folder: String) -> [String: String] {
        ["LD_PRELOAD": library, "CRASH_FAULTS": path, "CRASH_FAULTS_BELOW": folder + "/"]
    }

    /// Makes `failing` calls fail with `error` after `spare` more have succeeded.
    package func arm(_ calls: Calls, after spare: Int32, failing: Int32, error: Int32) {
        set(.spare, spare)
        set(.failing, failing)
        set(.error, error)
        set(.failed, 0)
        // Set last: from here on the library reads the other members.
        set(.calls, calls.rawValue)
    }

    /// Makes no further call fail.
    package func disarm() {
        set(.calls, 0)
    }

    /// The number of calls that have failed since ``arm(_:after:failing:error:)``.
    package var failed: Int { Int(members[Member.failed.rawValue]) }

    private func set(_ member: Member, _ value: Int32) {
        members[member.rawValue] = value
    }
}
