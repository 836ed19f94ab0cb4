import ArgumentParser
import StateClient

/// `statectl import`: saves resume points from a file.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Save the resume points that “statectl export” wrote.",
        discussion: """
            Each point keeps its age, and expires --ttl after it was observed. A point that is \
            older than what is stored changes nothing, so importing twice does no harm.

            Example:
              statectl import points.jsonl --ttl 90d
            """
    )

    @Argument(help: "The file to read; - is standard input.", completion: .file())
    var file: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long points live, from when they were observed.", valueName: "span")
    )
    var ttl: Checked<TimeSpan>?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let ttl = try ttl?.value(at: "--ttl").seconds ?? 30 * 86_400
        let client = daemon.client
        var reader = try LineReader(path: file)
        var bar = ProgressBar(label: "import", on: .notices())
        var batch = ImportBatch(ttl: ttl, name: reader.name)
        var tally = ImportTally()
        while let line = try reader.next() {
            try batch.add(line)
            guard batch.isFull else { continue }
            tally.add(try await batch.save(with: client))
            if let size = reader.size { bar.show(reader.offset, of: size) }
        }
        tally.add(try await batch.save(with: client))
        bar.clear()
        let output = Output.standard()
        if daemon.json { output.json([tally.json]) } else { output.line(tally.sentence) }
    }
}
