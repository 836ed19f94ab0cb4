// SPDX-License-Identifier: Apache-2.0
internal import StateSync
internal import Varlink

struct TenantSync {
    private(set) var handle: SyncHandle
    var monitor = SyncMonitor()
    var devices = DeviceList()
    /// The callers that wait for an answer, by the number of their request.
    var waiting: [Int: Caller] = [:]
    var storedRound = 0
    private(set) var reported = Circumstances()

    /// The facts about players and surfaces on which the schedule depends.
    struct Circumstances: Equatable {
        var arePlaying = false
        var areInFront = false
    }

    /// Switches to another handle and discards the previous status; callers keep waiting.
    mutating func reconnect(_ handle: SyncHandle) {
        self.handle = handle
        monitor = SyncMonitor()
        devices = DeviceList()
        reported = Circumstances()
    }

    mutating func ask(_ request: SyncRequest, for caller: Caller) {
        waiting[handle.request(request)] = caller
    }

    mutating func tell(_ now: Circumstances) {
        if now.arePlaying != reported.arePlaying {
            handle.note(.players(arePlaying: now.arePlaying))
        }
        if now.areInFront != reported.areInFront {
            handle.note(.surfaces(areInFront: now.areInFront))
        }
        reported = now
    }

    mutating func forget(_ connection: ConnectionID) {
        waiting = waiting.filter { $0.value.connection != connection }
    }
}
