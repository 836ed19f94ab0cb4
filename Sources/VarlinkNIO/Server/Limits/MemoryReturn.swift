// SPDX-License-Identifier: Apache-2.0
internal import CLinux
package import NIOCore
internal import Synchronization

/// The return of freed memory to the system.
///
/// Returning memory takes milliseconds, in which no client is served. It is therefore done at most
/// once a second, after enough traffic, and only if it is worthwhile. Sizes are in bytes.
package final class MemoryReturn: Sendable {
    /// The traffic, in bytes, after which free memory is checked.
    private static let traffic = 8 << 20
    /// The minimum amount of idle memory to return, beyond what could not be returned last time.
    private static let worthwhile = 24 << 20
    /// The time after which code that is used only at the start is unmapped.
    private static let startup = TimeAmount.seconds(3)

    private struct State {
        var moved = 0
        /// The scheduled check of idle memory; `nil` if there was too little traffic.
        var timer: Scheduled<Void>?
        /// The amount of idle memory that the last return left.
        var floor = 0
        var hasStopped = false
    }

    private let loop: any EventLoop
    private let state = Mutex(State())

    /// Creates an object that works on the loop.
    ///
    /// It also unmaps the code that only the start used, which is three quarters of an idle
    /// program's resident memory.
    package init(on loop: any EventLoop) {
        self.loop = loop
        loop.scheduleTask(in: Self.startup) { clinux_release_code() }
    }

    /// Records traffic through the buffers, or released buffers, in bytes.
    package func moved(_ bytes: Int) {
        state.withLock { state in
            state.moved += bytes
            guard state.moved >= Self.traffic, state.timer == nil, !state.hasStopped else { return }
            state.timer = lookLater()
        }
    }

    /// Stops checking.
    func stop() {
        state.withLock { state in
            state.hasStopped = true
            state.timer?.cancel()
        }
    }

    private func lookLater() -> Scheduled<Void> {
        loop.scheduleTask(in: .seconds(1)) { self.look() }
    }

    /// Checks once; the next check begins only after the timer is set again.
    private func look() {
        // The allocator's free memory is no measure, because the system already has some of it.
        let idle = Int(clinux_idle_memory())
        var floor = min(state.withLock(\.floor), idle)
        if idle - floor >= Self.worthwhile {
            clinux_release_memory()
            // The rest is fragmented, or does not belong to the allocator.
            floor = Int(clinux_idle_memory())
        }
        state.withLock { state in
            state.floor = floor
            state.timer = state.moved > 0 && !state.hasStopped ? lookLater() : nil
            state.moved = 0
        }
    }
}
