// SPDX-License-Identifier: Apache-2.0
package import SystemSupport

package enum ClockEvent: Sendable, Equatable {
    /// The wall clock was set, by a user or by time synchronisation, or the machine woke from
    /// suspend.
    case stepped
    case deadline
}

/// A watch that reports when the wall clock is set, and when a deadline on CLOCK_BOOTTIME is
/// reached.
///
/// If the deadline passes while the machine is suspended, the watch reports it when the machine
/// wakes. The callback runs on the watch's thread, and must return quickly.
package final class ClockWatch: Sendable {
    private let descriptors: ClockDescriptors
    private let thread: SystemThread

    /// Starts a watch without a deadline.
    ///
    /// - Parameter onEvent: The callback, which is not called after ``stop()`` has returned.
    /// - Throws: ``SystemError`` if a descriptor or the thread cannot be created.
    package init(onEvent: @escaping @Sendable (ClockEvent) -> Void) throws(SystemError) {
        let descriptors = try ClockDescriptors()
        self.descriptors = descriptors
        thread = try SystemThread {
            while let ready = descriptors.wait() {
                if ready.isStepped {
                    // The timer is armed first, so that a step during the callback is not missed.
                    descriptors.armStep()
                    onEvent(.stepped)
                }
                if ready.isDue { onEvent(.deadline) }
            }
        }
    }

    /// Replaces the deadline with a time in milliseconds of CLOCK_BOOTTIME; `nil` removes it.
    ///
    /// A deadline in the past is reported immediately. The previous deadline may still be reported,
    /// so the callback must check the time.
    package func setDeadline(_ boottime: Int?) {
        descriptors.arm(boottime: boottime)
    }

    /// Stops the watch; returns when the last callback has ended.
    ///
    /// It must be called exactly once, and not by the callback.
    package func stop() {
        descriptors.signalEnd()
        thread.join()
    }
}
