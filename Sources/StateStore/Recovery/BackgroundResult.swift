internal import Dispatch
internal import Synchronization

/// A result that another thread works out, for a thread that looks for it now and then.
package final class BackgroundResult<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var isGivenUp = false
    }

    private let state = Mutex(State())

    /// Begins to work it out.
    ///
    /// - Parameter work: the work; it may ask whether it is to go on.
    package init(_ work: @escaping @Sendable (() -> Bool) -> Value) {
        DispatchQueue.global(qos: .utility).async { [self] in
            let value = work { state.withLock { !$0.isGivenUp } }
            state.withLock { $0.value = value }
        }
    }

    /// The result; `nil` until there is one.
    package var value: Value? { state.withLock(\.value) }

    /// Asks the work to end soon.
    package func giveUp() {
        state.withLock { $0.isGivenUp = true }
    }
}
