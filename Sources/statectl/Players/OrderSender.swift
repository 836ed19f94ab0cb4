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
        switch address {
        case .mpv(let socket): Outcome(text: try send(order, toMPV: socket))
        case .mpris(let owner): try send(order, toMPRIS: owner)
        }
    }

    private func send(_ order: PlayerOrder, toMPV path: String) throws(Failure) -> String {
        do throws(OrderRefusal) {
            let mpv = try MPVCommands(path: path)
            let state = try mpv.state()
            if let obstacle = order.obstacle(state) { throw OrderRefusal(reason: obstacle) }
            try mpv.run(order.mpvWords)
            return order.outcome(state)
        } catch {
            throw refusal(error.reason)
        }
    }

    private func send(_ order: PlayerOrder, toMPRIS owner: String) throws(Failure) -> Outcome {
        let bus = MPRISCommands(owner: owner)
        do throws(OrderRefusal) {
            let state = try bus.state()
            if let obstacle = order.obstacle(state) { throw OrderRefusal(reason: obstacle) }
            try bus.run(try order.mprisWords(state))
            // A player that is paused tells the bus of no jump.
            let unseen = state.isPaused == true ? order.target(state) : nil
            return Outcome(text: order.outcome(state), unseen: unseen)
        } catch {
            throw refusal(error.reason)
        }
    }

    private func refusal(_ reason: String) -> Failure {
        Failure(.tryAgain, "\(player) did not take the order: \(reason)".visible)
    }
}
