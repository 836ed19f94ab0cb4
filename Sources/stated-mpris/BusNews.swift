import PlayerMPRIS

/// What comes from the bus, or of an errand.
enum BusNews: Sendable {
    /// A name belongs to that connection now; nil: to nobody.
    case owned(name: String, by: String?)
    /// All who were there before us have been told; who comes now is new.
    case ready
    /// A connection belongs to that process; nil: nobody can tell.
    case process(of: String, number: Int?)
    /// Properties of a player changed; `hasMore`: others did, too, and are not told.
    case changed(owner: String, MPRISProperties, hasMore: Bool, at: Int)
    /// A player jumped; microseconds from the beginning.
    case seeked(owner: String, Int, at: Int)
    /// A player answered; nil: it did not.
    case answered(owner: String, Errand.Question, MPRISProperties?, at: Int)
    /// A player's name for people.
    case introduced(owner: String, label: String)
    /// The bus is gone, or was never there.
    case lost(why: String)
    /// Nothing comes any more.
    case closed
}

/// What the loop cannot do, for it would have to wait.
enum Errand: Sendable {
    /// Ask the bus whose a connection is.
    case process(of: String)
    /// Ask a player for its name for people.
    case introduce(owner: String)
    /// Ask a player.
    case ask(owner: String, Question)
    /// Have a player go to a place, in microseconds, in an entry of its list.
    case move(owner: String, track: String, Int)
    /// Have a player go forward by that many microseconds, or back.
    case seek(owner: String, by: Int)

    /// A question to a player.
    struct Question: Sendable {
        /// What it is asked.
        let what: MPRISFollower.Question
        /// The number that the answer bears; nil: nobody asked, the player left something out.
        let number: Int?
    }
}
