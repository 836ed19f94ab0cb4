internal import Dispatch
internal import Synchronization

/// Looks a store's whole file over, beside the thread that uses it.
///
/// Opening a store reads little of it, so damage elsewhere would show much later, or never.
package final class StoreCheck: Sendable {
    /// What is known of the file.
    package enum Finding: Sendable, Equatable {
        /// The check goes on.
        case pending
        /// Nothing is wrong, as far as can be told.
        case sound
        /// The file is damaged, in these words.
        case damaged(String)
    }

    private let queue = DispatchQueue(label: "stated.check", qos: .background)
    private let state = Mutex(Finding.pending)

    /// Begins to look at the file at `path`.
    package init(path: String) {
        queue.async { [self] in
            let finding = Self.finding(path)
            state.withLock { $0 = finding }
        }
    }

    /// What is known by now.
    package var finding: Finding { state.withLock(\.self) }

    /// Waits until nothing of the check has the file open any more.
    package func finish() {
        queue.sync {}
    }

    private static func finding(_ path: String) -> Finding {
        do throws(StoreError) {
            let complaint = try StoreFile(path: path).complaint()
            return complaint.map { .damaged($0) } ?? .sound
        } catch {
            // What keeps us from looking is not damage.
            return error.kind == .corrupt ? .damaged(error.message) : .sound
        }
    }
}
