// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateModel

/// A command that requests an action without arguments from a player.
protocol PlainOrder: AsyncParsableCommand {
    static var action: RequestedAction { get }
    /// The sentence that describes the command in lists.
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

/// `statectl player pause`: pauses a player.
struct PauseOrder: PlainOrder {
    static let action = RequestedAction.pause
    static let abstract = "Pause a player."

    @OptionGroup var target: OrderedPlayer
}

/// `statectl player play`: resumes playback.
struct PlayOrder: PlainOrder {
    static let action = RequestedAction.play
    static let abstract = "Resume a paused player."

    @OptionGroup var target: OrderedPlayer
}

/// `statectl player toggle`: pauses or resumes playback.
struct ToggleOrder: PlainOrder {
    static let action = RequestedAction.toggle
    static let abstract = "Pause a player, or resume it if it is paused."

    @OptionGroup var target: OrderedPlayer
}

/// `statectl player next`: plays the next item.
struct NextOrder: PlainOrder {
    static let action = RequestedAction.next
    static let abstract = "Go to the next item."

    @OptionGroup var target: OrderedPlayer
}

/// `statectl player previous`: plays the previous item.
struct PreviousOrder: PlainOrder {
    static let action = RequestedAction.previous
    static let abstract = "Go to the previous item."

    @OptionGroup var target: OrderedPlayer
}

/// `statectl player stop`: stops a player.
struct StopOrder: PlainOrder {
    static let action = RequestedAction.stop
    static let abstract = "Stop a player."

    @OptionGroup var target: OrderedPlayer
}
