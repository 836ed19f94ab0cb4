// SPDX-License-Identifier: Apache-2.0
package import SystemSupport

/// An event of a ``ClockWatch``.
package enum ClockEvent: Sendable, Equatable {
    /// The wall clock was set, or the machine woke up.
    case stepped
    /// CLOCK_BOOTTIME has reached the deadline.
    case deadline
}

/// A watch for steps of the wall clock and for a deadline on CLOCK_BOOTTIME.
///
/// A deadline that passes during a suspend counts too. One thread waits for both. The callback runs
/// on that thread and must return quickly.
package final class ClockWatch: Sendable {
    private let descriptors: ClockDescriptors
    private let thread: SystemThread

    /// Creates a watch without a deadline, and starts it.
    ///
    /// - Parameter onEvent: The callback for each event; it is not called after ``stop()`` has
    ///   returned.
    /// - Throws: ``SystemError`` if the kernel provides no descriptor or thread.
    package init(onEvent: @escaping @Sendable (ClockEvent) -> Void) throws(SystemError) {
        descriptors = try ClockDescriptors()
        let loop = ClockLoop(descriptors: descriptors, onEvent: onEvent)
        thread = try SystemThread(loop.run)
    }

    /// Requests a ``ClockEvent/deadline`` once CLOCK_BOOTTIME reaches `boottime`, in milliseconds.
    ///
    /// The new deadline replaces the previous one; `nil` means none. A deadline in the past is
    /// reported immediately. An event of the previous deadline may still arrive, so receivers must
    /// check the time.
    package func setDeadline(_ boottime: Int?) {
        descriptors.arm(boottime: boottime)
    }

    /// Stops watching, and returns once the last callback has ended.
    ///
    /// It must be called once, and never from the callback.
    package func stop() {
        descriptors.signalEnd()
        thread.join()
    }
}

/// The loop of the watching thread.
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
