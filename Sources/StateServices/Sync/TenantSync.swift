// SPDX-License-Identifier: Apache-2.0
internal import StateSync
internal import Varlink

/// The sync state of a tenant: its status, the callers that wait, and the known devices.
struct TenantSync {
    /// The sync handle.
    private(set) var handle: SyncHandle
    /// The status of sync, as last reported.
    var monitor = SyncMonitor()
    /// The devices that share the remote, as last seen.
    var devices = DeviceList()
    /// The callers that wait for an answer, by the number of their request.
    var waiting: [Int: Caller] = [:]
    /// The number of the newest round that is stored.
    var storedRound = 0
    /// The circumstances last sent to the schedule.
    private var reported = Circumstances()

    /// The facts about players and surfaces that the schedule depends on.
    struct Circumstances: Equatable {
        /// True while any player is playing.
        var arePlaying = false
        /// True while any surface is in front.
        var areInFront = false
    }

    /// Creates the state for a remote of which nothing is known yet.
    init(handle: SyncHandle) {
        self.handle = handle
    }

    /// Switches to another handle and forgets the former status; callers that wait keep waiting.
    mutating func reconnect(_ handle: SyncHandle) {
        self.handle = handle
        monitor = SyncMonitor()
        devices = DeviceList()
        reported = Circumstances()
    }

    /// Sends a request on behalf of a caller; the answer comes in a later turn.
    mutating func ask(_ request: SyncRequest, for caller: Caller) {
        waiting[handle.request(request)] = caller
    }

    /// Sends the schedule the circumstances that have changed.
    mutating func tell(_ now: Circumstances) {
        if now.arePlaying != reported.arePlaying {
            handle.note(.players(arePlaying: now.arePlaying))
        }
        if now.areInFront != reported.areInFront {
            handle.note(.surfaces(areInFront: now.areInFront))
        }
        reported = now
    }

    /// Discards the answers that a closed connection waits for.
    mutating func forget(_ connection: ConnectionID) {
        waiting = waiting.filter { $0.value.connection != connection }
    }
}
