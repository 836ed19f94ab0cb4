// SPDX-License-Identifier: Apache-2.0
internal import CLinux
package import NIOCore
internal import Synchronization

/// The return of freed memory to the system.
///
/// The allocator keeps what is freed. Returning it takes milliseconds, in which no client is
/// served. So it is done at most once a second, after much has passed through the buffers, and only
/// if it is worth it. Sizes are in bytes.
package final class MemoryReturn: Sendable {
    /// The bytes that pass through the buffers before the free memory is looked at.
    private static let traffic = 8 << 20
    /// The idle memory, beyond what stayed idle the last time, that is worth returning.
    private static let worthwhile = 24 << 20
    /// The time after which the code of the start is unmapped.
    private static let startup = TimeAmount.seconds(3)

    private struct State {
        var moved = 0
        /// The next look at the idle memory; `nil` if too little has moved.
        var timer: Scheduled<Void>?
        /// The least idle memory seen since memory was last returned.
        var floor = 0
        var hasStopped = false
    }

    private let loop: any EventLoop
    private let state = Mutex(State())

    /// Creates an object that works on the loop.
    ///
    /// It unmaps the code that the start used, three quarters of an idle program's resident memory.
    package init(on loop: any EventLoop) {
        self.loop = loop
        loop.scheduleTask(in: Self.startup) { clinux_release_code() }
    }

    /// Notes that bytes passed through the buffers, or that buffers with so many are gone.
    package func moved(_ bytes: Int) {
        state.withLock { state in
            state.moved += bytes
            guard state.moved >= Self.traffic, state.timer == nil, !state.hasStopped else { return }
            state.timer = lookLater()
        }
    }

    /// Stops looking.
    func stop() {
        state.withLock { state in
            state.hasStopped = true
            state.timer?.cancel()
        }
    }

    private func lookLater() -> Scheduled<Void> {
        loop.scheduleTask(in: .seconds(1)) { self.look() }
    }

    /// Looks once; no second look begins before the timer is set again.
    private func look() {
        // The size that the allocator calls free is not a measure: the system has some already.
        let idle = Int(clinux_idle_memory())
        var floor = min(state.withLock(\.floor), idle)
        if idle - floor >= Self.worthwhile {
            clinux_release_memory()
            // The rest lies between pieces in use, or is not memory of the allocator.
            floor = Int(clinux_idle_memory())
        }
        state.withLock { state in
            state.floor = floor
            state.timer = state.moved > 0 && !state.hasStopped ? lookLater() : nil
            state.moved = 0
        }
    }
}
