// SPDX-License-Identifier: Apache-2.0
internal import StateSync
internal import Varlink

/// The sync state of a tenant: its status, the callers that wait, and the known devices.
struct TenantSync {
    private(set) var handle: SyncHandle
    /// The status of sync, as last reported.
    var monitor = SyncMonitor()
    /// The devices that share the remote, as last seen.
    var devices = DeviceList()
    /// The callers that wait for an answer, by the number of their request.
    var waiting: [Int: Caller] = [:]
    /// The number of the newest round that is stored.
    var storedRound = 0
    /// The circumstances last reported to the schedule.
    private var reported = Circumstances()

    /// The facts about players and surfaces on which the schedule depends.
    struct Circumstances: Equatable {
        /// True while any player is playing.
        var arePlaying = false
        /// True while any surface is in front.
        var areInFront = false
    }

    init(handle: SyncHandle) {
        self.handle = handle
    }

    /// Switches to another handle and discards the previous status; callers keep waiting.
    mutating func reconnect(_ handle: SyncHandle) {
        self.handle = handle
        monitor = SyncMonitor()
        devices = DeviceList()
        reported = Circumstances()
    }

    /// Sends a caller's request; the reply follows in a later turn.
    mutating func ask(_ request: SyncRequest, for caller: Caller) {
        waiting[handle.request(request)] = caller
    }

    /// Reports changed circumstances to the schedule.
    mutating func tell(_ now: Circumstances) {
        if now.arePlaying != reported.arePlaying {
            handle.note(.players(arePlaying: now.arePlaying))
        }
        if now.areInFront != reported.areInFront {
            handle.note(.surfaces(areInFront: now.areInFront))
        }
        reported = now
    }

    /// Removes a closed connection from the waiting callers.
    mutating func forget(_ connection: ConnectionID) {
        waiting = waiting.filter { $0.value.connection != connection }
    }
}
