// SPDX-License-Identifier: Apache-2.0
internal import CLinux
package import NIOCore
internal import Synchronization

/// The return of freed memory to the system.
///
/// Returning memory takes milliseconds, during which no client is served. A check is therefore made
/// at most once a second, and only after traffic; memory is returned only if there is enough of it.
/// Sizes are in bytes.
package final class MemoryReturn: Sendable {
    /// The amount of traffic after which a check is scheduled, unless one already is.
    private static let traffic = 8 << 20
    /// The minimum growth of idle memory, compared with its lowest amount since the last return,
    /// that makes another return worthwhile.
    private static let worthwhile = 24 << 20
    /// The delay after which the program's code is removed from memory; the kernel loads code again
    /// when it is executed.
    private static let startup = TimeAmount.seconds(3)

    private struct State {
        var moved = 0
        var timer: Scheduled<Void>?
        /// The lowest amount of idle memory since the last return.
        var floor = 0
        var hasStopped = false
    }

    private let loop: any EventLoop
    private let state = Mutex(State())

    /// Creates the object, and schedules the removal of the program's code from memory.
    ///
    /// Code that is used only at the start is three quarters of an idle program's resident memory.
    package init(on loop: any EventLoop) {
        self.loop = loop
        loop.scheduleTask(in: Self.startup) { clinux_release_code() }
    }

    /// Adds the size of data that was sent or received, or of buffers that were released.
    package func moved(_ bytes: Int) {
        state.withLock { state in
            state.moved += bytes
            guard state.moved >= Self.traffic, state.timer == nil, !state.hasStopped else { return }
            state.timer = lookLater()
        }
    }

    func stop() {
        state.withLock { state in
            state.hasStopped = true
            state.timer?.cancel()
        }
    }

    private func lookLater() -> Scheduled<Void> {
        loop.scheduleTask(in: .seconds(1)) { self.look() }
    }

    private func look() {
        // The free memory of the allocator is no measure, because part of it was already returned.
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
