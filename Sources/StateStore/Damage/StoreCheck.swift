// SPDX-License-Identifier: Apache-2.0
internal import CSQLite
internal import Dispatch
internal import Synchronization

/// A check of a store's whole file, on a separate thread.
///
/// Opening a store reads only a small part of its file. Without the check, damage in the rest would
/// be noticed much later, or never.
package final class StoreCheck: Sendable {
    package enum Finding: Sendable, Equatable {
        case pending
        /// The file is intact, or the check failed or was cancelled.
        case sound
        /// The file is damaged; the value describes the damage.
        case damaged(String)
    }

    private struct State {
        var finding = Finding.pending
        var isGivenUp = false
        /// The address of SQLite's handle while the check reads the file; otherwise 0.
        var handle: UInt = 0
    }

    private let queue = DispatchQueue(label: "stated.check", qos: .background)
    private let state = Mutex(State())

    /// Begins to check the file at `path` after one second, so that the check does not slow the
    /// start.
    package init(path: String) {
        queue.asyncAfter(deadline: .now() + 1) { [self] in
            guard !state.withLock(\.isGivenUp) else { return }
            let finding = finding(of: path)
            state.withLock { $0.finding = finding }
        }
    }

    package var finding: Finding { state.withLock(\.finding) }

    /// Cancels the check and waits until it has closed the file.
    package func finish() {
        state.withLock { state in
            state.isGivenUp = true
            // The handle cannot be closed while the lock is held.
            if let handle = OpaquePointer(bitPattern: state.handle) { sqlite3_interrupt(handle) }
        }
        queue.sync {}
    }

    private func finding(of path: String) -> Finding {
        do throws(StoreError) {
            let side = try SideConnection(path: path)
            let address = UInt(bitPattern: side.handle)
            state.withLock { $0.handle = address }
            defer { state.withLock { $0.handle = 0 } }
            let check = StoreVerification(handle: side.handle) {
                !self.state.withLock(\.isGivenUp)
            }
            let complaint = try withExtendedLifetime(side) { () throws(StoreError) in
                try check.complaint()
            }
            return complaint.map { .damaged($0) } ?? .sound
        } catch {
            // A failure to read the file is not damage.
            return error.kind == .corrupt ? .damaged(error.message) : .sound
        }
    }
}
