// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// A command that gives a player an order without arguments.
protocol PlainOrder: AsyncParsableCommand {
    /// The order.
    static var order: PlayerOrder { get }
    /// The sentence about the command in lists.
    static var abstract: String { get }
    /// The player.
    var target: OrderedPlayer { get }
}

extension PlainOrder {
    static var configuration: CommandConfiguration {
        CommandConfiguration(order.name, abstract, examples: ["statectl player \(order.name)"])
    }

    func run() async throws { try await target.give(Self.order) }
}

/// `statectl player pause`: pauses a player.
struct PauseOrder: PlainOrder {
    static let order = PlayerOrder.pause
    static let abstract = "Pause a player."

    @OptionGroup var target: OrderedPlayer
}

/// `statectl player play`: makes a player go on.
struct PlayOrder: PlainOrder {
    static let order = PlayerOrder.play
    static let abstract = "Resume a paused player."

    @OptionGroup var target: OrderedPlayer
}

/// `statectl player toggle`: pauses a player, or makes it go on.
struct ToggleOrder: PlainOrder {
    static let order = PlayerOrder.toggle
    static let abstract = "Pause a player that plays, or resume it."

    @OptionGroup var target: OrderedPlayer
}

/// `statectl player next`: makes a player play the next item.
struct NextOrder: PlainOrder {
    static let order = PlayerOrder.next
    static let abstract = "Go to the next item."

    @OptionGroup var target: OrderedPlayer
}

/// `statectl player previous`: makes a player play the item before.
struct PreviousOrder: PlainOrder {
    static let order = PlayerOrder.previous
    static let abstract = "Go to the previous item."

    @OptionGroup var target: OrderedPlayer
}
