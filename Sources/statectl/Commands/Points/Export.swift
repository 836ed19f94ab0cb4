// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import Varlink

struct Export: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "export",
        "Write every resume point as JSON, one per line.",
        about: """
            “statectl import” reads the file. History, aliases, queues, alerts and events are not \
            exported; “statectl backup” copies everything.

            With a file, --json prints its name and the number of points.
            """,
        examples: ["statectl export points.jsonl"]
    )

    @Argument(help: "The file to write (default: standard output).", completion: .file())
    var file: String?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        guard let file, file != "-" else {
            _ = try await export { output.json($0) }
            return
        }
        let target = try NewFile(path: file)
        let count = try await export { points throws(Failure) in
            try target.write(Array(points.joined(separator: [0x0A])) + [0x0A])
        }
        try target.finish()
        daemon.report(
            RawJSON.object(["file": .string(file), "points": .int(count)]),
            "exported \(HealthReport.count(count, "resume point")) to \(file.visible)"
        )
    }

    private func export(
        _ write: ([[UInt8]]) throws -> Void
    ) async throws -> Int {
        var bar = ProgressBar("export")
        let total = try await client.health().points
        var count = 0
        let start = try await client.changes(fromNow: true).token
        try await PointPages(client: client).readAll { page in
            let points = try RawJSON.elements("points", of: page.json)
            if !points.isEmpty { try write(points) }
            count += points.count
            bar.show(count, of: max(count, total))
            return true
        }
        // The pages omit a point that is saved meanwhile, and so moves to the front.
        let later = try await client.changes(after: start).changes
        let points = later.filter { [.saved, .restored, .aliased].contains($0.kind) }
            .compactMap(\.point?.json)
        if !points.isEmpty { try write(points) }
        return count + points.count
    }
}
