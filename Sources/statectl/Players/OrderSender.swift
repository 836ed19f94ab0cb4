// SPDX-License-Identifier: Apache-2.0
import StateBridge

/// The delivery of an order to a running player.
struct OrderSender {
    /// The player's name.
    let player: String
    /// The player's address.
    let address: PlayerAddress

    /// The result of an order.
    struct Outcome {
        /// The state of the player, for a person.
        let text: String
        /// The position to store, in seconds, if the bridge learns of it only some seconds later.
        var unseen: Double?
    }

    /// Delivers an order, waits until the player has taken it, and returns what it does now.
    ///
    /// - Throws: a failure if the player cannot obey, and then it does what it did before.
    func send(_ order: PlayerOrder) throws(Failure) -> Outcome {
        do throws(OrderRefusal) {
            let program: any OrderedProgram =
                switch address {
                case .mpv(let socket): try MPVCommands(path: socket)
                case .mpris(let owner): MPRISCommands(owner: owner)
                }
            let state = try program.state()
            if let obstacle = order.obstacle(state) { throw OrderRefusal(reason: obstacle) }
            try program.run(order, state)
            let isUnseen = program.hidesJumps && state.isPaused == true
            return Outcome(
                text: order.outcome(state),
                unseen: isUnseen ? order.target(state) : nil
            )
        } catch {
            throw Failure(.tryAgain, "\(player) did not take the order: \(error.reason)".visible)
        }
    }
}

/// A running player that takes orders.
protocol OrderedProgram {
    /// True if a paused player tells the bridge of no jump.
    var hidesJumps: Bool { get }

    /// Returns the state of the player; what it does not say is absent.
    func state() throws(OrderRefusal) -> OrderedState

    /// Carries an order out in that state.
    func run(_ order: PlayerOrder, _ state: OrderedState) throws(OrderRefusal)
}
