// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import Varlink

struct Undo: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "undo",
        "Restore an earlier value of each item, or all points that were cleared together.",
        about: """
            The command restores the newest earlier value that was the resume point, or with --to \
            the value that has this revision in “statectl history”. --all restores everything that \
            the last “statectl clear” of several items removed, except items that have a resume \
            point again.
            """,
        examples: ["statectl undo film.mkv", "statectl undo --all"]
    )

    @Argument(help: "The items.", completion: Completions.items)
    var items: [String] = []

    @Option("Restore the value with this revision.", anyValue: "revision")
    var to: Checked<Count>?

    @Flag(help: "Restore all points that were last cleared together.")
    var all = false

    @Flag(help: "Show the changes without making them.")
    var dryRun = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard items.isEmpty == all else {
            throw ValidationError("give at least one ITEM, or use --all")
        }
        if to != nil, items.count != 1 { throw ValidationError("--to needs exactly one item") }
    }

    func run() async throws {
        let revision = try to.map { Revision(try $0.value(at: "--to").number) }
        guard !all else { return try await undoAll() }
        try await Several.run(items, json: daemon.json) { item in
            if dryRun { return try await show(item, revision) }
            let written = WrittenItem(item, client: client)
            let former = revision == nil && !daemon.json ? await point(written) : nil
            let (name, answer) = try await answer(written, revision)
            if daemon.json { return output.json([try RawJSON.member("point", of: answer.json)]) }
            let report = PointReport(point: answer.point, context: .current)
            let hint = revision == nil ? await hint(past: answer.point, name) : ""
            let isSame = former?.distance == answer.point.distance
            let change = isSame ? "\(report.name) was already" : "restored \(report.name)"
            output.line("\(change) at \(report.place)\(hint)")
        }
    }

    /// Restores the items that were last cleared together, except those with a new resume point.
    private func undoAll() async throws {
        let record = ClearedItems(socket: client.socket)
        let items = record.items
        guard !items.isEmpty else {
            throw Failure(
                .notThere,
                "there is no “statectl clear” of several items left to undo; “statectl undo ITEM” "
                    + "restores one item"
            )
        }
        guard !dryRun else {
            let live = Set(try await client.currentPoints().points.map(\.item))
            return show(items.filter { !live.contains($0) })
        }
        let (restored, lost) = try await bringBack(items)
        guard restored > 0 || lost == 0 else {
            throw Failure(.notThere, "the history no longer has the cleared resume points")
        }
        record.forget()
        daemon.report(
            RawJSON.object(["restored": .int(restored)]),
            "restored \(HealthReport.count(restored, "resume point"))"
        )
    }

    private func show(_ items: [String]) {
        guard daemon.json else { return output.lines(items.map(\.visible)) }
        output.json(items.map { RawJSON.object(["item": .string($0)]) })
    }

    /// Restores the last resume point of each item that has none.
    ///
    /// `lost` is the number of items whose value is no longer in the history.
    private func bringBack(_ items: [String]) async throws -> (restored: Int, lost: Int) {
        var bar = ProgressBar("undo")
        var (restored, lost) = (0, 0)
        for part in CallLimit.items.parts(of: items, size: { JSONValue.string($0).encoded.count }) {
            bar.show(part.startIndex, of: items.count)
            let reply = try await client.undoMany(Array(part))
            restored += reply.restored
            lost += reply.lost
        }
        return (restored, lost)
    }

    private func show(
        _ item: String,
        _ revision: Revision?
    ) async throws {
        let written = WrittenItem(item, client: client)
        let entries = try await written.answer(
            Playback.History.self,
            or: Self.nothing,
            acrossRemoved: true
        ) { .init(item: $0, limit: 1_000) }.answer.entries
        let value =
            if let revision {
                entries.first { $0.revision == revision }
            } else {
                entries.first { $0.aside != true }
                    ?? entries.prefix(1).first { $0.ending == .expired }
            }
        guard let value else { throw Self.nothing(item, entries.isEmpty, revision) }
        if daemon.json { return output.json([value.json]) }
        let report = PointReport(point: value.point, context: .current)
        output.line("would restore \(report.name) at \(report.place)")
    }

    private func answer(
        _ written: WrittenItem,
        _ revision: Revision?
    ) async throws -> (name: String, answer: Answer<Playback.Undo.Reply>) {
        do {
            return try await written.answer(
                Playback.Undo.self,
                or: Self.nothing,
                acrossRemoved: true
            ) { .init(item: $0, revision: revision) }
        } catch StateClientError.notFound(let name?, _) {
            let isUnknown = !(await WrittenItem.hasHistory(name, client))
            throw Self.nothing(written.shown(name), isUnknown, revision)
        }
    }

    private func point(_ written: WrittenItem) async -> ResumePoint? {
        try? await written.answer(Playback.Get.self) { .init(item: $0) }.answer.point
    }

    /// Returns a hint with the command that restores an even earlier value; empty if there is none.
    ///
    /// A second undo without a revision would only reverse the first one.
    private func hint(past point: ResumePoint, _ item: String) async -> String {
        let entries = (try? await client.history(item, limit: 100)) ?? []
        let older = entries.filter { $0.aside != true }
            .drop { $0.point.distance != point.distance }
            .first { $0.point.distance != point.distance }
        guard let older else { return "" }
        let place = PointReport.clock(of: older.point)
        let command = "statectl undo \(item.quoted) --to \(older.revision)"
        return "; “\(command)” goes further back, to \(place)"
    }

    private static let nothing = "nothing to undo for"

    private static func nothing(
        _ item: String,
        _ hasNoPast: Bool,
        _ revision: Revision?
    ) -> Failure {
        let missing = revision.map { "the history has no revision \($0) of" }
        let text = "\(hasNoPast ? nothing : missing ?? nothing) \(item.visible)"
        let history = "; “statectl history \(item.quoted)” shows its earlier values"
        return Failure(.notThere, hasNoPast ? text : text + history)
    }
}
