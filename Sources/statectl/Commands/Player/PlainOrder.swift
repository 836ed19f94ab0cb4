// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateModel

protocol PlainOrder: AsyncParsableCommand {
    static var action: RequestedAction { get }
    static var abstract: String { get }
    var target: OrderedPlayer { get }
}

extension PlainOrder {
    static var configuration: CommandConfiguration {
        let name = action.rawValue
        return CommandConfiguration(name, abstract, examples: ["statectl player \(name)"])
    }

    func run() async throws { try await target.ask(for: Self.action) }
}

struct PauseOrder: PlainOrder {
    static let action = RequestedAction.pause
    static let abstract = "Pause a player."

    @OptionGroup var target: OrderedPlayer
}

struct PlayOrder: PlainOrder {
    static let action = RequestedAction.play
    static let abstract = "Resume a paused player."

    @OptionGroup var target: OrderedPlayer
}

struct ToggleOrder: PlainOrder {
    static let action = RequestedAction.toggle
    static let abstract = "Pause a player, or resume it if it is paused."

    @OptionGroup var target: OrderedPlayer
}

struct NextOrder: PlainOrder {
    static let action = RequestedAction.next
    static let abstract = "Go to the next item."

    @OptionGroup var target: OrderedPlayer
}

struct PreviousOrder: PlainOrder {
    static let action = RequestedAction.previous
    static let abstract = "Go to the previous item."

    @OptionGroup var target: OrderedPlayer
}

struct StopOrder: PlainOrder {
    static let action = RequestedAction.stop
    static let abstract = "Stop a player."

    @OptionGroup var target: OrderedPlayer
}
