// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The control of the failing calls of a process; see `crash_faults.h`.
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
        /// Removals of files.
        package static let removals = Calls(rawValue: 1 << 4)
        /// Renamed files.
        package static let moves = Calls(rawValue: 1 << 5)
        /// New directories.
        package static let directories = Calls(rawValue: 1 << 6)
        /// Openings of files and directories.
        package static let openings = Calls(rawValue: 1 << 7)
        /// Reads of files, and of descriptors that are like files.
        package static let reads = Calls(rawValue: 1 << 8)
        /// Queries of a file's metadata.
        package static let statuses = Calls(rawValue: 1 << 9)
        /// Reads of directories.
        package static let listings = Calls(rawValue: 1 << 10)
        /// Hard links.
        package static let links = Calls(rawValue: 1 << 11)
        /// Locks of files.
        package static let locks = Calls(rawValue: 1 << 12)
        /// Queries and reservations of disk space.
        package static let reservations = Calls(rawValue: 1 << 13)
        /// Watches of directories.
        package static let watches = Calls(rawValue: 1 << 14)
        /// Accepted connections.
        package static let accepts = Calls(rawValue: 1 << 15)
        /// Outgoing connections.
        package static let connections = Calls(rawValue: 1 << 16)
        /// Reads of sockets.
        package static let receptions = Calls(rawValue: 1 << 17)
        /// Writes to sockets.
        package static let sends = Calls(rawValue: 1 << 18)
        /// New descriptors that no file has.
        package static let descriptors = Calls(rawValue: 1 << 19)
        /// Allocations of SQLite.
        package static let allocations = Calls(rawValue: 1 << 20)
        /// Files mapped into memory.
        package static let maps = Calls(rawValue: 1 << 21)
        /// Writes without an offset, to files and sockets.
        package static let streamWrites = Calls(rawValue: 1 << 22)

        /// Creates the set with these bits.
        package init(rawValue: Int32) {
            self.rawValue = rawValue
        }
    }

    /// The indices of the members of `struct crash_faults`.
    private enum Member: Int {
        case calls, spare, failing, error, failed, name
    }

    private let members: UnsafeMutablePointer<Int32>
    private let path: String
    private static let size = 128
    private static let nameOffset = Member.name.rawValue * MemoryLayout<Int32>.size

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
        members = map.bindMemory(to: Int32.self, capacity: Self.size / 4)
    }

    deinit {
        munmap(members, Self.size)
    }

    /// Returns the variables that a daemon's environment needs for the control.
    package func environment(library: String, below folder: String) -> [String: String] {
        ["LD_PRELOAD": library, "CRASH_FAULTS": path, "CRASH_FAULTS_BELOW": folder + "/"]
    }

    /// Makes `failing` calls fail with `error` after `spare` more have succeeded.
    ///
    /// `name` is a pattern for the file, as in `crash_faults.h`; empty for any.
    package func arm(
        _ calls: Calls,
        on name: String = "",
        after spare: Int32,
        failing: Int32,
        error: Int32
    ) {
        disarm()
        let bytes = UnsafeMutableRawPointer(members) + Self.nameOffset
        _ = name.withCString { strncpy(bytes.assumingMemoryBound(to: CChar.self), $0, 107) }
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

    /// The number of calls since ``arm(_:on:after:failing:error:)`` that could have failed, if
    /// `spare` was `Int32.max`.
    package var spared: Int { Int(Int32.max - members[Member.spare.rawValue]) }

    private func set(_ member: Member, _ value: Int32) {
        members[member.rawValue] = value
    }
}
