// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateBridge
import StateClient

struct Import: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "import",
        "Save the resume points that “statectl export” or mpv wrote.",
        about: """
            Each point keeps its time of observation. A point that is older than the stored one \
            changes nothing, so you can import a file twice. A point that was cleared or finished \
            since its observation is skipped, and the exit status is then 1.

            With --from mpv, give mpv's watch_later directory (default: the usual places), and the \
            files, directories and URLs that you played: mpv stores only digests of their paths, \
            and statectl searches for paths with those digests.
            """,
        examples: ["statectl import points.jsonl --ttl 90d", "statectl import --from mpv ~/films"]
    )

    enum Source: String, CaseIterable, TextValue {
        case json
        /// mpv's watch_later directories.
        case mpv
    }

    @Argument(
        help:
            "The file to read, - for standard input; with --from mpv, directories, files or URLs.",
        completion: .file()
    )
    var files: [String] = []

    @Option("The format (default: json).", value: "source")
    var from: Checked<Source>?

    @Option("The time to live of the points, counted from their observation.", anyValue: "span")
    var ttl: Checked<TimeSpan>?

    @Flag(help: "Also save points whose items were cleared or finished later.")
    var anyway = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let ttl = try ttl?.value(at: "--ttl").seconds ?? 30 * 86_400
        // Otherwise, the daemon would report the same error for each line.
        guard Limits.ttlSeconds.contains(ttl) else {
            throw Failure(.badValue, "--ttl: must be 1s to 366d")
        }
        let source = try from?.value(at: "--from") ?? .json
        var tally = ImportTally()
        do {
            switch source {
            case .json: try await lines(ttl: ttl, &tally)
            case .mpv: try await watchLater(ttl: ttl, &tally)
            }
        } catch {
            throw Failure(of: error)?.after(tally) ?? error
        }
        if daemon.json {
            output.json([tally.json])
        } else {
            let own = tally.devices.isEmpty ? nil : try? await client.ownDevice()
            output.line(tally.sentence(own: own))
        }
        if tally.removed > 0 { throw ExitCode(ShellStatus.notThere.rawValue) }
    }

    private func lines(ttl: Int, _ tally: inout ImportTally) async throws {
        guard let file = files.first, files.count == 1 else {
            throw Failure(.usage, "give exactly one file to import; see “statectl import --help”")
        }
        var reader = try LineReader(path: file)
        var bar = ProgressBar("import")
        var batch = ImportBatch(ttl: ttl, name: reader.name, anyway: anyway)
        var hasMore = true
        while hasMore {
            let full = batch.take()
            // The next lines are read while the daemon saves this batch.
            async let results = full.save(with: client)
            let filled = Result { try batch.fill(from: &reader) }
            try tally.add(await results)
            hasMore = try filled.get()
            if let size = reader.size { bar.show(reader.offset, of: size) } else { bar.showTime() }
        }
        try tally.add(await batch.save(with: client))
    }

    private func watchLater(ttl: Int, _ tally: inout ImportTally) async throws {
        let entries = try entries()
        let snapshots = entries.snapshots(ttl: ttl)
        var bar = ProgressBar("import")
        var batch = ImportBatch(ttl: ttl, name: "mpv", anyway: anyway)
        for (number, snapshot) in snapshots.enumerated() {
            batch.add(snapshot)
            guard batch.isFull else { continue }
            try tally.add(await batch.take().save(with: client))
            bar.show(number + 1, of: snapshots.count)
        }
        try tally.add(await batch.save(with: client))
        bar.end()
        if entries.unmatched > 0 {
            Output.notice(
                "mpv has stored \(HealthReport.count(entries.unmatched, "position")) of files that "
                    + "were not found: give the directories to search"
            )
        }
    }

    private func entries() throws(Failure) -> WatchLaterImport {
        guard let directory = ItemFile.resolved(".") else {
            throw Failure(file: ".", errno)
        }
        for file in files where !file.contains("://") && access(file, F_OK) != 0 {
            throw Failure(file: file, errno)
        }
        let home = Environment["HOME"].map { [$0] } ?? []
        var found = WatchLaterImport(in: directory, linksIn: [directory, "/"] + home)
        let memories = files.filter { WatchLaterFolder.entries(in: $0) != nil }
        for folder in memories.isEmpty ? WatchLaterFolder.standard : memories {
            found.add(WatchLaterFolder.entries(in: folder) ?? [])
        }
        guard found.count > 0 else {
            let places = memories.isEmpty ? WatchLaterFolder.standard : memories
            throw Failure(
                .notThere,
                "mpv has stored no positions in \(places.map(\.visible).joined(separator: ", ")); "
                    + "give its watch_later directory"
            )
        }
        var bar = ProgressBar("import")
        var tried = 0
        for file in files where !memories.contains(file) {
            guard FilePath.isFolder(file) else {
                found.tryPath(file)
                continue
            }
            FileTree.visit(file) { path, status in
                if status.isKind(S_IFDIR) { return true }
                found.tryPath(path)
                tried += 1
                if tried % 100 == 0 { bar.showTime("\(tried) files tried") }
                return true
            }
        }
        return found
    }
}
