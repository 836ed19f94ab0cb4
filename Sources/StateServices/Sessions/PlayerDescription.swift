internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

/// The facts about a player that a bridge knows, apart from the player's state.
struct PlayerDescription: Equatable {
    /// The player's name for people.
    var label: String?
    /// The reason why a bridge does not follow it.
    var obstacle: Obstacle?
}

extension Tenant {
    /// The maximum size of a player's display name, in bytes.
    private static let labelBytes = 256

    /// Stores a bridge's description of a player, and publishes the change.
    func describePlayer(
        _ parameters: Session.DescribePlayer.Parameters
    ) throws(StateError) -> [UInt8] {
        let name = parameters.player
        try checkPlayer(name)
        if let label = parameters.label, !(1...Self.labelBytes).contains(label.utf8.count) {
            throw .invalidValue(
                parameter: "label",
                reason: "must be 1 to \(Self.labelBytes) bytes of UTF-8"
            )
        }
        let description = PlayerDescription(
            label: parameters.label,
            obstacle: parameters.obstacle
        )
        guard description != descriptions[name] ?? PlayerDescription() else {
            return Session.DescribePlayer.answer(NoMembers())
        }
        if descriptions[name] == nil, descriptions.count >= settings.players {
            throw .quotaExceeded(limit: "players-per-uid", value: settings.players)
        }
        descriptions[name] = description == PlayerDescription() ? nil : description
        tellSurfaces(of: name)
        return Session.DescribePlayer.answer(NoMembers())
    }

    /// Forgets a player: its current item, its queue and its description.
    func forgetPlayer(
        _ parameters: Session.ForgetPlayer.Parameters
    ) throws(StateError) -> [UInt8] {
        let name = parameters.player
        try checkPlayer(name)
        guard surfaces.count(of: name).all == 0 else {
            throw .invalidValue(
                parameter: "player",
                reason: "has a surface; close the player first"
            )
        }
        let record = store.log.player(named: name)
        guard record?.isForgotten == false || descriptions[name] != nil else {
            throw .notFound(item: nil, player: name)
        }
        descriptions[name] = nil
        if let record, !record.isForgotten {
            try forget(record, now: clock.now())
        } else {
            tellSurfaces(of: name)
        }
        return Session.ForgetPlayer.answer(NoMembers())
    }

    /// Forgets everything about a player except its name, and publishes the change.
    func forget(_ player: PlayerRecord, now: Int) throws(StateError) {
        storeTicks(of: player.name)
        store.log.beginCall()
        var record = player
        record.forget()
        try write(record, now: now)
        pendingChanges.append(
            ChangePublisher.PendingChange(
                change: playerChange(player.name),
                sequence: store.log.lastWritten
            )
        )
    }
}

extension PlayerRecord {
    /// The expiry time that marks the record of a forgotten player.
    ///
    /// Rows of the log are never taken back, and no item expires in 1970.
    private static let forgottenMark = 1

    /// True if the player was forgotten and has reported nothing since.
    var isForgotten: Bool {
        item == nil && queue.isEmpty && !playing && reportedExpiry == Self.forgottenMark
    }

    /// Forgets everything except the player's name.
    mutating func forget() {
        item = nil
        playing = false
        queue = []
        reportedExpiry = Self.forgottenMark
    }
}
