// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct RetryAlert: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "retry",
        "Ask the player to try again from the failed position.",
        about: "The alert ends when the item plays.",
        examples: ["statectl alerts retry 5"]
    )

    @Argument(
        help: "The alert's number, as “statectl alerts” shows it.",
        completion: Completions.alerts
    )
    var id: Checked<Count>

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let id = AlertID(try id.value(at: "id").number)
        try await requireConnectedPlayer(id)
        try await daemon.report(Session.RetryAlert.self, .init(id: id)) { _ in
            "asked the player to retry; the alert ends when the item plays"
        }
    }

    /// Throws a failure if the alert can be retried, but its player cannot be asked.
    private func requireConnectedPlayer(_ id: AlertID) async throws {
        let known = try await client.receivedAlerts()
            .compactMap { try? Alert(reply: $0) }
        guard let alert = known.first(where: { $0.id == id }), alert.retryable,
            let name = alert.player
        else { return }
        let players = try await client.players()
        let player = players.first { $0.player == name }
        let isRunning = player.map { $0.surfaces > 0 } ?? false
        guard !isRunning || player?.ignoresQueue == true else { return }
        let item = alert.item.map { "“statectl play \($0.quoted)”" } ?? "“statectl play”"
        throw Failure(
            .tryAgain,
            "\(name.visible) \(isRunning ? "does not open files on request" : "is not running"), "
                + "so it cannot try again; \(item) plays the item"
        )
    }
}
