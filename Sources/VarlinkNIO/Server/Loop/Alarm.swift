// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// A timer for a single callback, which is cheap to move in every turn of the loop.
///
/// Scheduling a timer on the loop costs more than most turns, so a timer that is too early is kept,
/// and scheduled again when it fires.
final class Alarm {
    /// The callback.
    var answer: () -> Void = {}

    private let loop: any EventLoop
    /// The time of the callback; `nil` if none is set.
    private var due: NIODeadline?
    private var timer: Scheduled<Void>?
    private var timerDue = NIODeadline.distantFuture

    /// Creates an alarm that is not set.
    init(loop: any EventLoop) {
        self.loop = loop
    }

    /// Moves the callback to the given delay from now; `nil` cancels it.
    func set(_ delay: TimeAmount?) {
        due = delay.map { loop.now + $0 }
        guard let due else { return stop() }
        if timer == nil || due < timerDue { start(due) }
    }

    private func start(_ moment: NIODeadline) {
        timer?.cancel()
        timerDue = moment
        timer = loop.assumeIsolated().scheduleTask(deadline: moment) { self.ring() }
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }

    private func ring() {
        timer = nil
        guard let due else { return }
        guard due <= loop.now else { return start(due) }
        self.due = nil
        answer()
    }
}
