internal import StateModel
internal import StateSync
internal import Varlink

/// What a space knows of sync: how it stands, who waits for it, and who follows it.
struct SyncDesk {
    /// How it is reached.
    private(set) var line: SyncLine
    /// How it stands, as far as is known here.
    var monitor = SyncMonitor()
    /// The devices that share the remote, as they were last met.
    var devices = DeviceList()
    /// Those who wait for an answer, by the number of what they asked.
    var waiting: [Int: Waiting] = [:]
    /// The number of the newest round that is stored.
    var storedRound = 0
    private var asked = 0
    /// What the schedule was told of players and surfaces.
    private var told = Circumstances()

    /// Somebody who waits for an answer.
    struct Waiting {
        let connection: ConnectionID
        let wantsAnswer: Bool
    }

    /// What the schedule wants to know of players and surfaces.
    struct Circumstances: Equatable {
        var arePlaying = false
        var areInFront = false
    }

    init(line: SyncLine) {
        self.line = line
    }

    /// Goes on with that line, behind which nothing is known yet; those who wait go on waiting.
    mutating func reconnect(_ line: SyncLine) {
        self.line = line
        monitor = SyncMonitor()
        devices = DeviceList()
        told = Circumstances()
    }

    /// Asks for something on behalf of a connection.
    mutating func ask(_ request: SyncRequest, for waiting: Waiting) {
        asked += 1
        self.waiting[asked] = waiting
        line.request(request, asked)
    }

    /// Tells the schedule how things stand, where that is new.
    mutating func tell(_ now: Circumstances) {
        if now.arePlaying != told.arePlaying {
            line.note(.players(arePlaying: now.arePlaying))
        }
        if now.areInFront != told.areInFront {
            line.note(.surfaces(areInFront: now.areInFront))
        }
        told = now
    }

    /// The connection is gone: its answers are nobody's.
    mutating func forget(_ connection: ConnectionID) {
        waiting = waiting.filter { $0.value.connection != connection }
    }
}
