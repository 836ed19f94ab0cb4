// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import StateSync
internal import Synchronization

/// A clock that stands still until a test advances it.
package final class ManualSyncClock: SyncClock {
    private struct Sleeper {
        let until: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = SyncMoment(trusted: Timestamp(1_000_000), elapsed: 0)
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var count = 0
    }

    private let state = Mutex(State())

    /// Creates a clock at its start time.
    package init() {}

    /// The current time.
    package var now: SyncMoment { state.withLock { $0.now } }

    /// Waits until the given elapsed time, in milliseconds, or until the task is cancelled.
    package func wait(until elapsed: Int) async {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.now.elapsed >= elapsed || state.cancelled.contains(number) {
                        return true
                    }
                    state.sleepers[number] = Sleeper(until: elapsed, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(number)
                return state.sleepers.removeValue(forKey: number)
            }
            sleeper?.continuation.resume()
        }
    }

    /// The times of the current waits, earliest first.
    package var awaited: [Int] { state.withLock { $0.sleepers.values.map(\.until).sorted() } }

    /// Advances the clock and resumes the waits whose time has come.
    package func advance(by milliseconds: Int) {
        let due = state.withLock { state in
            state.now.elapsed += milliseconds
            state.now.trusted += milliseconds
            let now = state.now.elapsed
            let due = state.sleepers.filter { $0.value.until <= now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }
}
