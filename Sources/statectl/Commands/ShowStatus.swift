import ArgumentParser
import StateClient
import StateProtocol
import Varlink

/// `statectl status`: how things stand, at a glance.
struct ShowStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how things stand at a glance, for a person or a status bar.",
        discussion: """
            Example:
              statectl status --format waybar
            """
    )

    /// For whom it is written.
    enum Format: String, CaseIterable, TextValue {
        case text
        case json
        case waybar
    }

    @Option(help: ArgumentHelp("How to write it (default: text).", valueName: "format"))
    var format: Checked<Format>?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let chosen = try format?.value(at: "--format") ?? (daemon.json ? .json : .text)
        let client = daemon.client
        let health = try await client.answer(Service.GetHealth.self, .init())
        let latest = try await Self.latest(client)
        let output = Output.standard()
        if chosen == .json { return output.json([try Self.json(health, latest)]) }
        let report = StatusReport(
            health: HealthReport(
                health: try StateClient.decode(Service.GetHealth.Reply.self, health).health,
                view: .current
            ),
            latest: try latest.flatMap {
                try StateClient.decode(Playback.Resume.Reply.self, $0).point
            }.map { PointReport(point: $0, view: .current) }
        )
        switch chosen {
        case .waybar: output.json([report.waybar])
        case .text, .json: output.lines(report.lines(style: output.style))
        }
    }

    /// Where the item observed last stands; nil: there is none, or it expired.
    private static func latest(
        _ client: StateClient
    ) async throws(StateClientError) -> [UInt8]? {
        do {
            return try await client.answer(Playback.Resume.self, .init())
        } catch {
            switch error {
            case .notFound, .expired: return nil
            default: throw error
            }
        }
    }

    /// Both answers in one object: `health`, and `latest` where there is one.
    private static func json(_ health: [UInt8], _ latest: [UInt8]?) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("health")
        writer.raw(try Pick.member("health", of: health))
        if let latest {
            writer.key("latest")
            writer.raw(latest)
        }
        writer.endObject()
        return writer.bytes
    }
}
