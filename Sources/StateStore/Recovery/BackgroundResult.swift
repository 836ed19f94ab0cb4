// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Synchronization

/// The result of a computation on another thread; the owner polls it.
package final class BackgroundResult<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var isGivenUp = false
    }

    private let state = Mutex(State())

    /// Begins the computation, whose argument returns false once the computation should stop.
    ///
    /// A computation for which a user waits has priority over other background work.
    package init(
        isAwaited: Bool = false,
        _ work: @escaping @Sendable (() -> Bool) -> Value
    ) {
        DispatchQueue.global(qos: isAwaited ? .userInitiated : .utility).async { [self] in
            let value = work { state.withLock { !$0.isGivenUp } }
            state.withLock { $0.value = value }
        }
    }

    package var value: Value? { state.withLock(\.value) }

    package func giveUp() {
        state.withLock { $0.isGivenUp = true }
    }
}
