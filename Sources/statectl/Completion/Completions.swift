// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateClient
import SystemSupport

/// The completions that ask the daemon; without a daemon, they offer at most files.
enum Completions {
    /// The time after which no further page is requested.
    private static let span = Duration.milliseconds(150)
    private static let timeout = Duration.seconds(1)

    static let items = asking { client, _, start in
        await knownItems(start, from: client) + files(start)
    }

    static let players = asking { client, _, _ in
        try await client.players(within: timeout).map(\.player)
    }

    static let queued = asking { client, words, _ in
        let players = try await client.players(within: timeout)
        let queue = players.first { words.contains($0.player) }?.queue ?? []
        return queue.map { ItemName.of($0, title: nil) } + queue
    }

    static let backups = asking { client, _, _ in
        try await client.call(Service.ListBackups.self, .init(), within: timeout)
            .backups.map(\.name)
    }

    /// The devices; synchronous, because `play` does not run asynchronously.
    ///
    /// Their names come from other devices, so a shell must not receive them as they are.
    static let devices = CompletionKind.custom { words, _, prefix in
        let command = ["/proc/self/exe", "sync", "devices"]
        let options = socket(in: words).map { ["--socket", $0] } ?? []
        let lines = ToolRun.run(command + options, timeoutSeconds: 1).output.split(separator: "\n")
        return offer(prefix, lines.compactMap { $0.split(separator: "\t").first.map(String.init) })
    }

    static let alerts = asking { client, _, _ in
        try await client.call(Session.ListAlerts.self, .init(), within: timeout)
            .alerts.map { String($0.id.rawValue) }
    }

    static let topics = asking { client, _, _ in try await newestTopics(client).sorted() }

    /// Creates a completion that is empty if the call fails.
    ///
    /// `names` receives the client, the command line and the typed prefix.
    private static func asking(
        _ names: @escaping @Sendable (StateClient, [String], String) async throws -> [String]
    ) -> CompletionKind {
        .custom { words, _, prefix in
            let found = try? await names(
                StateClient(socket: socket(in: words)),
                words,
                Candidates.plain(prefix)
            )
            return offer(prefix, found ?? [])
        }
    }

    private static func offer(_ prefix: String, _ names: [String]) -> [String] {
        let shell = CompletionShell.requesting?.rawValue
        return Candidates.matching(prefix, in: names)
            .filter { !(shell == "bash" && Candidates.isExpanded($0, after: prefix)) }
            .prefix(Candidates.limit)
            .map { Candidates.escaped($0, for: shell) }
    }

    private static func socket(in words: [String]) -> String? {
        if let index = words.firstIndex(of: "--socket"), index + 1 < words.count {
            return Candidates.plain(words[index + 1])
        }
        let named = words.first { $0.hasPrefix("--socket=") }?.dropFirst("--socket=".count)
        return named.map { Candidates.plain(String($0)) }
    }

    /// Returns recent items that begin with the prefix, from the first page that has any.
    private static func knownItems(_ start: String, from client: StateClient) async -> [String] {
        let begin = ContinuousClock.now
        var pages = PointPages(client: client, timeout: timeout)
        var found: [String] = []
        var listed = ListedNames()
        while found.isEmpty, ContinuousClock.now - begin < span,
            let page = try? await pages.next()
        {
            let names = listed.names(of: page.points)
            let items = start.isEmpty ? [] : page.points.map(\.item)
            found = (names + items).filter { $0.hasPrefix(start) }
        }
        return found
    }

    /// Returns the topics of up to 1,000 events; if sequence numbers have no gaps, these are the
    /// newest ones.
    private static func newestTopics(
        _ client: StateClient
    ) async throws(StateClientError) -> Set<String> {
        let health = try await client.call(Service.GetHealth.self, .init(), within: timeout).health
        let first = try await events(client, after: nil, limit: 1)
        let oldest = first.first?.sequence ?? SequenceNumber(1)
        let after = max(SequenceNumber(0), oldest + (health.events - Candidates.limit - 1))
        let newest = try await events(client, after: after, limit: Candidates.limit)
        return Set(newest.map(\.topic))
    }

    private static func events(
        _ client: StateClient,
        after: SequenceNumber?,
        limit: Int
    ) async throws(StateClientError) -> [EventsTypes.Event] {
        let parameters = Events.List.Parameters(after: after, limit: limit)
        return try await client.call(Events.List.self, parameters, within: timeout).events
    }

    /// Returns the paths of the files in the directory of `start`; hidden files only if the name in
    /// `start` begins with a dot.
    ///
    /// Directories end with a slash, except for bash, which adds one itself.
    private static func files(_ start: String) -> [String] {
        let folder = start.lastIndex(of: "/").map { String(start[...$0]) } ?? ""
        let mark = CompletionShell.requesting == .bash ? "" : "/"
        return Directory.names(in: folder.isEmpty ? "." : folder)
            .filter { !$0.hasPrefix(".") || start.dropFirst(folder.count).hasPrefix(".") }
            .map { name in
                let path = folder + name
                return FilePath.isFolder(path) ? path + mark : path
            }
    }
}
