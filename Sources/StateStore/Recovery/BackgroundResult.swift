// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Synchronization

/// The result of a computation on another thread, for a thread that polls it.
package final class BackgroundResult<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var isGivenUp = false
    }

    private let state = Mutex(State())

    /// Begins the computation.
    ///
    /// - Parameter work: The computation; its argument returns false once it must stop.
    package init(_ work: @escaping @Sendable (() -> Bool) -> Value) {
        DispatchQueue.global(qos: .utility).async { [self] in
            let value = work { state.withLock { !$0.isGivenUp } }
            state.withLock { $0.value = value }
        }
    }

    /// The result; `nil` while the computation runs.
    package var value: Value? { state.withLock(\.value) }

    /// Asks the computation to end soon.
    package func giveUp() {
        state.withLock { $0.isGivenUp = true }
    }
}
