// SPDX-License-Identifier: Apache-2.0
import NIOCore

// Work in pieces that are so long that clients have their turn before each of them.
extension ServerCore {
    /// Runs `body` after everything that clients have sent by now was read and carried out.
    func afterNextLook(_ body: @escaping () -> Void) {
        deferred.append(body)
        wakeup.ring()
    }

    /// True if clients have called within the last tenth of a second.
    var isCalled: Bool { deferredPace.isCalled(now: Int(NIODeadline.now().uptimeNanoseconds)) }

    /// Returns true if a piece of the deferred work is to be done in this turn; sets a timer if it
    /// has to wait.
    func admitsDeferred() -> Bool {
        guard !deferred.isEmpty, deferredTimer == nil else { return false }
        let now = NIODeadline.now()
        guard let due = deferredPace.due(now: Int(now.uptimeNanoseconds)) else { return true }
        let deadline = NIODeadline.uptimeNanoseconds(UInt64(due))
        deferredTimer = loop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.deferredTimer = nil
            self.wakeup.ring()
        }
        return false
    }

    /// Does a piece of the deferred work.
    ///
    /// It comes at the end of a turn: replies have left, and what it writes is committed together
    /// with the calls of the next turn.
    func workOnDeferred() {
        guard !deferred.isEmpty else { return }
        let begin = NIODeadline.now()
        deferred.removeFirst()()
        let end = NIODeadline.now()
        deferredPace.worked(
            from: Int(begin.uptimeNanoseconds),
            to: Int(end.uptimeNanoseconds)
        )
        if !deferred.isEmpty { wakeup.ring() }
    }
}
