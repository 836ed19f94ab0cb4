// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateBridge
import StateClient
import StateProtocol
import Varlink

/// `statectl player`: gives orders to players that are followed.
struct PlayerOrders: ParsableCommand {
    static let configuration = CommandConfiguration(
        "player",
        "Control a followed player: pause, play, seek, next, previous.",
        about: """
            Without a name the order goes to the player that plays, or else to the one that was in use \
            last. It goes straight to the player: to mpv's socket, or over the session bus.
            """,
        examples: ["statectl player toggle", "statectl player seek +30 vlc"],
        subcommands: [
            PauseOrder.self, PlayOrder.self, ToggleOrder.self, SeekOrder.self, NextOrder.self,
            PreviousOrder.self, ListPlayers.self,
        ],
        usual: ListPlayers.self
    )
}

/// The player that an order is for.
struct OrderedPlayer: ParsableArguments, DaemonCommand {
    /// The player's name; `nil` for the foremost.
    @Argument(help: "The player (default: the one in use).", completion: Completions.players)
    var player: String?

    @OptionGroup var daemon: DaemonOptions

    /// Gives the player an order, and prints it.
    func give(_ order: PlayerOrder) async throws {
        let folder = PlayerNameLock.folder()
        let name: String
        if let player { name = player } else { name = try await foremost(folder) }
        guard let address = PlayerNameLock.address(of: name, in: folder) else {
            let known = try await client.players()
            guard known.contains(where: { $0.player == name }) else {
                throw Failure(noPlayer: name, among: known)
            }
            throw Failure(
                .notThere,
                "\(name.visible) does not run, or is not followed; “statectl players” shows them"
            )
        }
        let outcome = try OrderSender(player: name, address: address).send(order)
        if let position = outcome.unseen { await store(position, of: name) }
        let json = RawJSON.object(["player": .string(name), "order": .string(order.name)])
        daemon.report(json, "\(name.visible): \(outcome.text)")
    }

    /// Stores the position of a paused player; if that fails, its bridge does so later.
    private func store(_ position: Double, of player: String) async {
        let players = try? await client.players()
        guard let item = players?.first(where: { $0.player == player })?.item else { return }
        _ = try? await client.save(
            Snapshot(item: item, player: player, status: .paused, position: position, cause: .seek)
        )
    }

    /// Returns the name of the foremost player that takes orders.
    private func foremost(_ folder: String?) async throws -> String {
        let players = try await client.players()
        let name = Overview.foremost(players).map(\.player).first { name in
            PlayerNameLock.address(of: name, in: folder) != nil
        }
        guard let name else {
            throw Failure(.notThere, "no player is followed; “statectl play FILE” starts one")
        }
        return name
    }
}
