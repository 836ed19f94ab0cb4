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

    private struct State {
        var finding = Finding.pending
        var isGivenUp = false
    }

    private let queue = DispatchQueue(label: "stated.check", qos: .background)
    private let state = Mutex(State())

    /// Begins to look at the file at `path` in a second, when the start of it all is over.
    package init(path: String) {
        queue.asyncAfter(deadline: .now() + 1) { [self] in
            guard !state.withLock(\.isGivenUp) else { return }
            let finding = Self.finding(path)
            state.withLock { $0.finding = finding }
        }
    }

    /// What is known by now.
    package var finding: Finding { state.withLock(\.finding) }

    /// Gives the check up; waits until nothing of it has the file open any more.
    package func finish() {
        state.withLock { $0.isGivenUp = true }
        queue.sync {}
    }

    private static func finding(_ path: String) -> Finding {
        do throws(StoreError) {
            let complaint = try SideConnection(path: path).complaint()
            return complaint.map { .damaged($0) } ?? .sound
        } catch {
            // What keeps us from looking is not damage.
            return error.kind == .corrupt ? .damaged(error.message) : .sound
        }
    }
}
