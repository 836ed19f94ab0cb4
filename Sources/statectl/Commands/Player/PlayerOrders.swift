// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import Varlink

struct PlayerOrders: ParsableCommand {
    static let configuration = CommandConfiguration(
        "player",
        "Control a followed player: pause, play, seek, next, previous, stop.",
        about: """
            The default is the player that is playing, or else the one used last. The daemon \
            passes the request to the player, and waits for its answer.
            """,
        examples: ["statectl player toggle", "statectl player seek +30 vlc"],
        subcommands: [
            PauseOrder.self, PlayOrder.self, ToggleOrder.self, SeekOrder.self, NextOrder.self,
            PreviousOrder.self, StopOrder.self, ListPlayers.self,
        ],
        usual: ListPlayers.self
    )
}

struct OrderedPlayer: ParsableArguments, DaemonCommand {
    @Argument(help: "The player (default: the player in use).", completion: Completions.players)
    var player: String?

    @OptionGroup var daemon: DaemonOptions

    func ask(for action: RequestedAction, at target: SeekTarget? = nil) async throws {
        let name: String
        if let player { name = player } else { name = try await foremost(for: action) }
        var parameters = Session.Request.Parameters(player: name, action: action)
        switch target {
        case .position(let seconds): parameters.position = seconds
        case .distance(let seconds): parameters.offset = seconds
        case nil: break
        }
        let reply = try await answer(to: parameters)
        let json = RawJSON.object([
            "player": .string(name), "order": .string(action.rawValue),
            "playing": reply.playing.map(JSONValue.bool),
            "position": reply.position.map(JSONValue.double),
        ])
        daemon.report(json, "\(name.visible): \(Self.outcome(of: action, reply))")
    }

    private func answer(
        to parameters: Session.Request.Parameters
    ) async throws -> Session.Request.Reply {
        do {
            return try await client.call(Session.Request.self, parameters)
        } catch {
            guard case .notObeyed(let name) = error else { throw error }
            let known = try await client.players()
            guard known.contains(where: { $0.player == name }) else {
                throw Failure(noPlayer: name, among: known)
            }
            throw error
        }
    }

    static func outcome(of action: RequestedAction, _ reply: Session.Request.Reply) -> String {
        let place = reply.position.map { Position(seconds: $0).clock }
        switch action {
        case .seek:
            // A player seeks to a frame, which may be a moment before the requested second.
            return reply.position.map { "at \(Position(seconds: $0.rounded()).clock)" } ?? "seek"
        case .next, .previous: return "\(action.rawValue) item"
        case .stop: return "stopped"
        case .open: return action.rawValue
        case .play, .pause, .toggle:
            guard let isPlaying = reply.playing else { return action.rawValue }
            let preposition = isPlaying ? "from" : "at"
            return (isPlaying ? "plays" : "paused") + (place.map { " \(preposition) \($0)" } ?? "")
        }
    }

    private func foremost(for action: RequestedAction) async throws -> String {
        let players = Overview.foremost(try await client.players())
        guard let player = players.first(where: { $0.obeys.contains(action) }) else {
            throw Failure(
                .notThere,
                "no followed player accepts “\(action.rawValue)”; “statectl play FILE” starts one "
                    + "that does"
            )
        }
        return player.player
    }
}
