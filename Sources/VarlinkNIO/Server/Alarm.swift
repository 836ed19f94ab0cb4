import NIOCore

/// One moment at which to call back, which may be moved as often as a turn.
///
/// A timer of the loop costs more than most turns do, so one that is set and comes too early is left
/// as it is, and set anew when it has come.
final class Alarm {
    /// Called when the moment has come.
    var answer: () -> Void = {}

    private let loop: any EventLoop
    /// The moment; nil: none.
    private var due: NIODeadline?
    private var timer: Scheduled<Void>?
    private var timerDue = NIODeadline.distantFuture

    /// An alarm that is not set.
    init(loop: any EventLoop) {
        self.loop = loop
    }

    /// Moves the moment to so long from now; nil: nobody is to be called.
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
