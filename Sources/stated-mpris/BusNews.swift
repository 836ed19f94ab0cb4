import PlayerMPRIS

/// An event from the bus, or the result of a request.
enum BusNews: Sendable {
    /// A name has a new owner; `nil` if it has none any more.
    case owned(name: String, by: String?)
    /// All names that existed at the start have been reported; later ones are new.
    case ready
    /// The process of a connection was reported; `nil` if it is unknown.
    case process(of: String, number: Int?)
    /// Properties of a player changed; with `hasMore`, so did others that the signal does not
    /// contain.
    case changed(owner: String, MPRISProperties, hasMore: Bool, at: Int)
    /// A player jumped to a position, in microseconds from the beginning.
    case seeked(owner: String, Int, at: Int)
    /// A player answered; `nil` if it did not.
    case answered(owner: String, Errand.Question, MPRISProperties?, at: Int)
    /// A player reported its name for people.
    case introduced(owner: String, label: String)
    /// The connection to the bus was lost, or could not be opened.
    case lost(why: String)
    /// No further event follows.
    case closed
}

/// A request that would block the loop.
enum Errand: Sendable {
    /// Ask the bus for the process of a connection.
    case process(of: String)
    /// Ask a player for its name for people.
    case introduce(owner: String)
    /// Ask a player.
    case ask(owner: String, Question)
    /// Move a player to a position, in microseconds, in an entry of its list.
    case move(owner: String, track: String, Int)
    /// Move a player forward by that many microseconds, or back.
    case seek(owner: String, by: Int)

    /// A question to a player.
    struct Question: Sendable {
        /// The kind of question.
        let what: MPRISFollower.Question
        /// The number of the question; `nil` for properties that a signal left out.
        let number: Int?
    }
}
