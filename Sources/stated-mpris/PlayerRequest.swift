// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS

/// A request that would block the loop.
enum PlayerRequest: Sendable {
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
