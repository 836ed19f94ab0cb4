internal import StateModel
internal import Varlink

/// One subscriber: a place in the log, never a queue.
struct Subscription {
    /// What it is being told.
    enum Phase: Equatable {
        /// The points that stood at row `upTo`, which was written at `time`; those of items up
        /// to `after` are told.
        case standing(upTo: Int, time: Int, after: Int)
        /// The players of that time, by name; those up to `after` are told, and every point: the last
        /// of them is of item `item`.
        case players(upTo: Int, time: Int, item: Int, after: String)
        /// The log after its place.
        case catchingUp
        /// Each change as it happens.
        case live
    }

    /// What a reader that catches up has met on its way.
    struct CatchUp {
        /// The row after which it began.
        var from: Int
        /// Rows are gone that it never saw: newer ones of the same items had made them needless.
        var hasGap = false
        /// The revision of each player that it was told.
        var players: [String: Int] = [:]
    }

    let connection: ConnectionID
    /// The filters, as given.
    let player: String?
    var item: Verbatim?
    var phase: Phase
    /// Its way through the log; nil: it is not on it.
    var catchUp: CatchUp?
    /// The last row told, or passed over because it was not for this reader.
    var sequence: Int
    /// When that row was written, in milliseconds since 1970.
    var time: Int
    /// The standing state, or what the token had missed, is told.
    var isReady = false
    /// States passed over that the next reply admits to.
    var skipped = 0
    /// The newest change of surfaces that it knows of.
    var surfacesSeen = 0
    /// When the last reply went out, in milliseconds since 1970.
    var toldAt: Int

    /// Whether the change is for this reader.
    func wants(_ change: Change) -> Bool { wants(change.concern) }

    /// Whether a change that is about that is for this reader.
    func wants(_ change: Change.Concern) -> Bool {
        // What is about no player and no item concerns all of them.
        if change.kind == .alert, change.player == nil, change.item == nil { return true }
        if let player, change.player != player { return false }
        if let item { return change.item.map { item.isText($0) } ?? false }
        return true
    }

    /// Whether every change is.
    var wantsAll: Bool { player == nil && item == nil }

    /// The changes that the reader wants.
    var filter: Filter { Filter(player: player, item: item) }

    /// Changes that some readers want: those of a player, of an item, or of both.
    struct Filter: Hashable {
        /// The player; `nil` for every player.
        let player: String?
        /// The item; `nil` for every item.
        let item: Verbatim?
    }
}
