package import Logging
package import StateModel
package import StateSystem

/// Everything that can be configured, as it holds; stated.yaml(5) says what each means.
///
/// The values here are the defaults. Names, syntax and bounds are in ``ConfigurationKey``.
package struct Configuration: Equatable, Sendable {
    /// The socket on which the daemon listens.
    package var socket: String
    /// The store's file.
    package var store: String
    /// What people call this device.
    package var device: String
    /// Whether it serves every user, each with a store file of their own.
    package var multiUser = false
    /// The least severe messages that are logged.
    package var logLevel = Logger.Level.info

    /// How late a tick may be stored: what a crash can lose.
    package var tickInterval = Duration.seconds(2)
    /// Positions below are not worth coming back to.
    package var startMargin = Duration.seconds(1)
    /// Positions closer to the end are not worth coming back to.
    package var endMargin = Duration.seconds(1)
    /// How close to the end `finished` is believed.
    package var finishMargin = Duration.seconds(30)
    /// How long after loading a jump back is suspicious.
    package var jumpWindow = Duration.seconds(10)
    /// How far a suspicious jump goes back at least.
    package var jumpLimit = Duration.seconds(60)
    /// The most older values of one item that are kept.
    package var historyPerItem = 50
    /// How long older values are kept.
    package var historyRetention = Duration.seconds(30 * 86_400)
    /// How much room all older values may take, in bytes.
    package var historyBytes = 256 << 20
    /// How long a resume point is served.
    package var ttl = Duration.seconds(86_400)
    /// What is different for some players, by name.
    package var players: [String: PlayerConfiguration] = [:]
    /// How far Resume goes back, by how long ago; in order of age.
    package var rewind = [
        RewindStep(age: .seconds(60), rewind: .zero),
        RewindStep(age: .seconds(3_600), rewind: .seconds(3)),
        RewindStep(age: .seconds(86_400), rewind: .seconds(10)),
    ]
    /// The length below which a bridge does not resume an item by itself.
    package var resumeMinimum = Duration.seconds(600)
    /// Whether players may start by themselves.
    package var autoplay = false
    /// How long events are kept.
    package var eventRetention = Duration.seconds(86_400)
    /// How often a copy of the store is made.
    package var backupInterval = Duration.seconds(3_600)
    /// How many copies are kept.
    package var backupsKept = 3
    /// The remote store that devices sync with; nil: none, and sync is disabled.
    package var remote: RemoteAddress?
    /// Which of two changes wins that were made without knowing of one another.
    package var conflict = ConflictStrategy.newest
    /// How often it is synced while a player is playing.
    package var activeInterval = Duration.seconds(45)
    /// How long one round of sync may take.
    package var syncTimeout = Duration.seconds(25)
    /// What nobody may exceed.
    package var limits = LimitsConfiguration()

    /// The defaults of one machine and user.
    package init(places: Places, hostName: String) {
        socket = places.socket
        store = places.store
        device = hostName
    }
}

/// What is different for one player.
package struct PlayerConfiguration: Equatable, Sendable {
    /// How long its resume points are served; nil: like everyone's.
    package var ttl: Duration?
    /// Whether a bridge resumes its items by itself; `nil` if like everyone's.
    package var resume: ResumeMode?
    /// Which of two changes of its items wins; nil: like everyone's.
    package var conflict: ConflictStrategy?

    /// A player for which nothing is different.
    package init() {}
}

/// One line of the rewind table.
package struct RewindStep: Equatable, Sendable {
    /// Up to this age of a resume point; the last step holds beyond it too.
    package var age: Duration
    /// How far Resume goes back.
    package var rewind: Duration

    /// A step with all its members.
    package init(age: Duration, rewind: Duration) {
        self.age = age
        self.rewind = rewind
    }
}

/// The limits, all in one place.
package struct LimitsConfiguration: Equatable, Sendable {
    /// The largest message, in bytes.
    package var messageBytes = 1 << 20
    /// The deepest nesting of JSON.
    package var jsonDepth = 32
    /// Connections in all.
    package var connections = 4_096
    /// Connections of one user.
    package var connectionsPerUID = 2_048
    /// Streams of one user.
    package var streamsPerUID = 1_024
    /// Calls of one connection that wait; beyond, its socket is not read.
    package var callsWaiting = 1_024
    /// Resume points of one user.
    package var points = 2_000_000
    /// Players of one user.
    package var players = 10_000
    /// Events of one user.
    package var events = 1_000_000
    /// The size of one user's store, in bytes.
    package var bytesPerUID = 2 << 30
    /// How long a subscriber may read nothing.
    package var streamStall = Duration.seconds(60)
    /// The time that a client may take to finish a message.
    package var messageTimeout = Duration.seconds(30)
    /// The memory for unfinished messages of one user, in bytes.
    package var inputPerUID = 32 << 20
    /// The memory for unread replies to one user, in bytes.
    package var outputPerUID = 128 << 20

    /// The defaults.
    package init() {}
}
