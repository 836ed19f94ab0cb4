// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// A timer for one callback, which can be moved in each turn of the loop at little cost.
///
/// Scheduling a timer on the loop costs more than most turns. A timer that would fire too early is
/// therefore kept; when it fires, another one is scheduled.
final class Alarm {
    var answer: () -> Void = {}

    private let loop: any EventLoop
    private var due: NIODeadline?
    private var timer: Scheduled<Void>?
    private var timerDue = NIODeadline.distantFuture

    init(loop: any EventLoop) {
        self.loop = loop
    }

    /// Sets the callback to the given delay from now; `nil` cancels it.
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
