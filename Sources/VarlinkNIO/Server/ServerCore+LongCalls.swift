// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Varlink

// Calls that take so long that other clients would wait for them too often.
extension ServerCore {
    /// A connection whose next call is held back, with the expected time of the call.
    struct HeldCall {
        /// The connection.
        let connection: Connection
        /// The expected time of the call, in nanoseconds.
        let cost: Int
    }

    /// The interval at which held calls are reconsidered.
    private static let heldInterval = TimeAmount.milliseconds(250)

    /// Holds back a connection's next call if it is a long one that arrived too soon.
    ///
    /// Returns false if the call may be carried out.
    func holdsBack(_ connection: Connection, expecting cost: Int, now: NIODeadline) -> Bool {
        guard stopped == nil,
            let due = pace.due(cost, of: connection.peer.pid, now: Int(now.uptimeNanoseconds))
        else { return false }
        held.append(HeldCall(connection: connection, cost: cost))
        if !connection.isHeldBack { report(.long, of: connection.peer) }
        connection.isHeldBack = true
        if heldTimer == nil {
            let delay = TimeAmount.nanoseconds(Int64(due) - Int64(now.uptimeNanoseconds))
            // The other callers may stop before that.
            heldTimer = loop.assumeIsolated().scheduleTask(in: min(delay, Self.heldInterval)) {
                self.releaseHeld()
            }
        }
        return true
    }

    /// Queues the calls that were held back.
    func releaseHeld() {
        heldTimer?.cancel()
        heldTimer = nil
        let released = held
        held = []
        for call in released where connections[call.connection.id] != nil {
            enqueue(call.connection, flow: call.connection.flow, expecting: call.cost)
        }
    }
}
