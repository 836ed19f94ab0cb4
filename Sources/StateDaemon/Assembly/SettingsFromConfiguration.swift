internal import StateModel
internal import StateServices
internal import Varlink
internal import VarlinkNIO

extension ServiceSettings {
    /// The services' share of a configuration.
    init(_ configuration: Configuration) {
        self.init()
        policy = PolicySettings(configuration)
        tickInterval = configuration.tickInterval.wholeMilliseconds
        streamsPerUser = configuration.limits.streamsPerUID
        historyPerItem = configuration.historyPerItem
        historyRetention = configuration.historyRetention.wholeMilliseconds
        historyBytes = configuration.historyBytes
        points = configuration.limits.points
        events = configuration.limits.events
        eventRetention = configuration.eventRetention.wholeMilliseconds
        bytesPerUser = configuration.limits.bytesPerUID
        backupInterval = configuration.backupInterval.wholeMilliseconds
        backupsKept = configuration.backupsKept
        checksFile = true
    }
}

extension PolicySettings {
    /// The policy's share of a configuration.
    init(_ configuration: Configuration) {
        self.init()
        startMargin = configuration.startMargin.inSeconds
        endMargin = configuration.endMargin.inSeconds
        finishMargin = configuration.finishMargin.inSeconds
        jumpWindow = configuration.jumpWindow.wholeMilliseconds
        jumpLimit = configuration.jumpLimit.inSeconds
        ttl = configuration.ttl.wholeMilliseconds / 1000
        playerTTL = configuration.players.compactMapValues { player in
            player.ttl.map { $0.wholeMilliseconds / 1000 }
        }
        autoplay = configuration.autoplay
        rewind = RewindTable(
            configuration.rewind.map { step in
                RewindTable.Row(age: step.age.wholeMilliseconds, seconds: step.rewind.inSeconds)
            }
        )
    }
}

extension ConnectionLimits {
    /// The connections' share of a configuration.
    init(_ configuration: Configuration) {
        self.init()
        let limits = configuration.limits
        connections = limits.connections
        connectionsPerUser = limits.connectionsPerUID
        callsWaiting = limits.callsWaiting
        stall = limits.streamStall
        messages.messageBytes = limits.messageBytes
        messages.depth = limits.jsonDepth
    }
}
