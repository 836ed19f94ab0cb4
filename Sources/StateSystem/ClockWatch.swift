// SPDX-License-Identifier: Apache-2.0
package import SystemSupport

/// An event of a ``ClockWatch``.
package enum ClockEvent: Sendable, Equatable {
    /// The wall clock was set, or the machine woke up.
    case stepped
    /// The deadline on CLOCK_BOOTTIME was reached.
    case deadline
}

/// A watch for steps of the wall clock and for a deadline on CLOCK_BOOTTIME.
///
/// A deadline that passes while the machine is suspended is reported at the wake-up. A thread waits
/// for both. It runs the callback, which must return quickly.
package final class ClockWatch: Sendable {
    private let descriptors: ClockDescriptors
    private let thread: SystemThread

    /// Creates a watch without a deadline, and starts it.
    ///
    /// - Parameter onEvent: The callback for each event; it is not called after ``stop()`` has
    ///   returned.
    /// - Throws: ``SystemError`` if a descriptor or the thread cannot be created.
    package init(onEvent: @escaping @Sendable (ClockEvent) -> Void) throws(SystemError) {
        descriptors = try ClockDescriptors()
        let loop = ClockLoop(descriptors: descriptors, onEvent: onEvent)
        thread = try SystemThread(loop.run)
    }

    /// Sets the time on CLOCK_BOOTTIME, in milliseconds, at which ``ClockEvent/deadline`` is
    /// reported.
    ///
    /// The new deadline replaces the previous one; `nil` means none. A deadline in the past is
    /// reported immediately. The event of the previous deadline may still arrive, so the receiver
    /// must check the time.
    package func setDeadline(_ boottime: Int?) {
        descriptors.arm(boottime: boottime)
    }

    /// Stops watching, and returns when the last callback has ended.
    ///
    /// It must be called exactly once, and not by the callback.
    package func stop() {
        descriptors.signalEnd()
        thread.join()
    }
}

/// The loop of the thread.
private struct ClockLoop: Sendable {
    let descriptors: ClockDescriptors
    let onEvent: @Sendable (ClockEvent) -> Void

    func run() {
        while let ready = descriptors.wait() {
            if ready.isStepped {
                // The timer is armed before the event is reported, so that no step is missed.
                descriptors.armStep()
                onEvent(.stepped)
            }
            if ready.isDue { onEvent(.deadline) }
        }
    }
}
