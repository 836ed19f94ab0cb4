/// What a ``ClockWatch`` has to tell.
package enum ClockEvent: Sendable, Equatable {
    /// The wall clock was set, or the machine woke up.
    case stepped
    /// CLOCK_BOOTTIME has reached the deadline.
    case deadline
}

/// Tells when the wall clock is stepped and when a deadline on CLOCK_BOOTTIME is reached, also
/// one that passed during a suspend.
///
/// One thread waits in the kernel for both and wakes for nothing else. The callback runs on that
/// thread: it hands the event on and returns.
package final class ClockWatch: Sendable {
    private let descriptors: ClockDescriptors
    private let thread: SystemThread

    /// Starts watching, without a deadline.
    ///
    /// - Parameter onEvent: Called for each event, until ``stop()`` has returned.
    /// - Throws: ``SystemError`` where the kernel has no descriptor or thread to give.
    package init(onEvent: @escaping @Sendable (ClockEvent) -> Void) throws(SystemError) {
        descriptors = try ClockDescriptors()
        let loop = ClockLoop(descriptors: descriptors, onEvent: onEvent)
        thread = try SystemThread(loop.run)
    }

    /// Asks for a ``ClockEvent/deadline`` once CLOCK_BOOTTIME shows `boottime`, in milliseconds.
    ///
    /// Replaces the deadline before; one in the past is told at once; nil: none. An event that
    /// was under way may still come: whoever receives it looks at the time.
    package func setDeadline(_ boottime: Int?) {
        descriptors.arm(boottime: boottime)
    }

    /// Stops watching, and returns when the last callback has.
    ///
    /// Call it once, never from the callback.
    package func stop() {
        descriptors.signalEnd()
        thread.join()
    }
}

/// What the watching thread runs.
private struct ClockLoop: Sendable {
    let descriptors: ClockDescriptors
    let onEvent: @Sendable (ClockEvent) -> Void

    func run() {
        while let ready = descriptors.wait() {
            if ready.isStepped {
                // Armed before it is told, so that no step falls between the two.
                descriptors.armStep()
                onEvent(.stepped)
            }
            if ready.isDue { onEvent(.deadline) }
        }
    }
}
