// SPDX-License-Identifier: Apache-2.0
import CLinux
import CSystemd
import Glibc
import SystemSupport

final class ClockDescriptors: Sendable {
    private let step: Descriptor
    private let deadline: Descriptor
    private let end: EventDescriptor

    init() throws(SystemError) {
        let flags = Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)
        step = Descriptor(
            try checked("timerfd_create") { timerfd_create(CLOCK_REALTIME, flags) }
        )
        deadline = Descriptor(
            try checked("timerfd_create") { timerfd_create(CLOCK_BOOTTIME, flags) }
        )
        end = try EventDescriptor()
        armStep()
    }

    /// Arms the timer that reports clock steps.
    ///
    /// Its time is never reached, but the kernel cancels the timer when the wall clock is set.
    func armStep() {
        let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
        set(step.number, flags: flags, to: timespec(tv_sec: .max, tv_nsec: 0))
    }

    /// Sets the deadline in milliseconds of CLOCK_BOOTTIME; `nil` removes it.
    func arm(boottime: Int?) {
        // Zero would disarm the timer, so a deadline before the boot becomes one just after it.
        let time = boottime.map { max($0, 1) } ?? 0
        set(
            deadline.number,
            flags: Int32(TFD_TIMER_ABSTIME),
            to: timespec(tv_sec: time / 1_000, tv_nsec: time % 1_000 * 1_000_000)
        )
    }

    /// Ends the current call of ``wait()`` and all later ones.
    func signalEnd() {
        end.signal()
    }

    /// Waits until the clock is set, the deadline is reached, or ``signalEnd()`` is called.
    ///
    /// - Returns: The events that occurred; `nil` after ``signalEnd()``, or if poll(2) fails.
    func wait() -> (isStepped: Bool, isDue: Bool)? {
        var ready = [step.number, deadline.number, end.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while poll(&ready, nfds_t(ready.count), -1) < 0 {
            if errno != EINTR { return nil }
        }
        if ready[2].revents != 0 { return nil }
        return (
            isStepped: ready[0].revents != 0 && drained(step.number),
            isDue: ready[1].revents != 0 && drained(deadline.number)
        )
    }

    /// Reads a timer; returns true if it expired or, with ECANCELED, if the wall clock was set.
    ///
    /// A timer that was set again after poll(2) has not expired.
    private func drained(_ timer: Int32) -> Bool {
        var expirations: UInt64 = 0
        return read(timer, &expirations, MemoryLayout<UInt64>.size) >= 0 || errno == ECANCELED
    }

    private func set(_ timer: Int32, flags: Int32, to time: timespec) {
        var setting = itimerspec(it_interval: timespec(), it_value: time)
        timerfd_settime(timer, flags, &setting, nil)
    }
}
