// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct Settings: ParsableCommand {
    static let configuration = CommandConfiguration(
        "config",
        "Show and change the daemon's configuration.",
        about: "stated.yaml(5) describes the keys.",
        examples: ["statectl config set ttl 30d"],
        subcommands: [GetSetting.self, SetSetting.self, EditSettings.self, CheckSettings.self],
        usual: GetSetting.self
    )
}

struct ConfigurationOptions: ParsableArguments {
    @Option("Use this configuration file.", value: "file", completion: .file())
    var config: String?

    @Flag(help: "Use the system's configuration instead of the user's.")
    var system = false

    var file: ConfigurationFile { ConfigurationFile(path: config, isSystem: system) }

    func program() throws(Failure) -> ConfigurationProgram {
        try file.checker()
    }
}

enum KeyArgument {
    static let completion = CompletionKind.shellCommand(
        "statectl config get 2>/dev/null | cut -f 1"
    )

    /// The completion of a key's value; empty unless the allowed values are names.
    static let values = CompletionKind.custom { words, _, prefix in
        guard let program = ProgramFile.beside("stated"), let set = words.firstIndex(of: "set"),
            let key = words.dropFirst(set + 1).first(where: { !$0.hasPrefix("-") })
        else { return [] }
        let run = ToolRun.run([program, "--check-config", "--\(key)", "?"], timeoutSeconds: 1)
        return Candidates.matching(prefix, in: allowed(in: run.errors))
    }

    /// Returns the allowed values that an error lists, such as `… expects newest, server, client,
    /// furthest`; empty if the key also allows other values.
    static func allowed(in fault: String) -> [String] {
        guard let expected = fault.firstRange(of: "expects ") else { return [] }
        let words = fault[expected.upperBound...].prefix { !$0.isNewline }
            .replacing(" or ", with: ", ").split(separator: ", ").map(String.init)
        return words.contains { $0.contains(" ") } ? [] : words
    }
}

enum Application {
    /// Changes the configuration and makes the daemon reload it; returns a sentence about the
    /// result.
    ///
    /// A call first starts the daemon through its socket unit, because a daemon that started after
    /// the change would report that nothing has changed.
    static func apply(
        _ client: StateClient,
        _ file: ConfigurationFile,
        change: () throws -> Void
    ) async throws -> String {
        let path = try? await client.health().configuration
        try change()
        do throws(Failure) {
            try file.check(isAt: path)
        } catch {
            return error.message
        }
        return await reload(client)
    }

    /// Makes the daemon reload its configuration, and returns a sentence about the result.
    static func reload(_ client: StateClient) async -> String {
        let reply: Service.Reload.Reply
        do throws(StateClientError) {
            reply = try await client.call(Service.Reload.self, .init())
        } catch {
            guard case .noDaemon = error else { return "the daemon did not read it: \(error)" }
            return "no daemon is running; the change takes effect when one starts"
        }
        guard !reply.restart.isEmpty else {
            if reply.changed.isEmpty { return "the daemon's values are the same as before" }
            return reply.changed.allSatisfy { $0.hasPrefix("web.") }
                ? "stated-web uses it from its next start" : "the daemon has read it"
        }
        let keys = reply.restart.joined(separator: ", ")
        let verb = reply.restart.count == 1 ? "takes" : "take"
        return "\(keys) \(verb) effect when the daemon is restarted"
    }
}
