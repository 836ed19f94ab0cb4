import NIOCore
import Varlink

// Calls that are so long that the others would wait for them too often.
extension ServerCore {
    /// A connection whose next call is held back, and the time that the call is expected to take.
    struct HeldCall {
        let connection: Connection
        let cost: Int
    }

    /// The interval at which calls that are held back are looked at.
    private static let heldInterval = TimeAmount.milliseconds(250)

    /// Holds a connection's next call back if it is a long one that comes too soon; false: it does not.
    func holdsBack(_ connection: Connection, expecting cost: Int, now: NIODeadline) -> Bool {
        guard stopped == nil,
            let due = pace.due(cost, of: connection.peer.pid, now: Int(now.uptimeNanoseconds))
        else { return false }
        held.append(HeldCall(connection: connection, cost: cost))
        if !connection.isHeldBack { report(.long, of: connection.peer) }
        connection.isHeldBack = true
        if heldTimer == nil {
            let delay = TimeAmount.nanoseconds(Int64(due) - Int64(now.uptimeNanoseconds))
            // Those who call as well may go before that.
            heldTimer = loop.assumeIsolated().scheduleTask(in: min(delay, Self.heldInterval)) {
                self.releaseHeld()
            }
        }
        return true
    }

    /// Gives the connections that were held back their place among those that wait.
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
