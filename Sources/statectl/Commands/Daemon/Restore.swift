// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct Restore: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "restore",
        "List the copies of the daemon's store, or replace the store with a copy.",
        about: """
            Without a name, the command lists the daemon's hourly copies, those that “statectl \
            backup” made, and former stores, newest first. In a pipe, the fields are name, kind, \
            time, resume points, events, bytes and problem.

            With a name, the command asks for confirmation, then replaces the store with that copy \
            while the daemon runs. The current store is kept as a copy: restore that copy to undo \
            this.
            """,
        examples: ["statectl restore", "statectl restore before-upgrade --yes"]
    )

    @Argument(
        help: "The copy's name, as listed (default: list them).",
        completion: Completions.backups
    )
    var name: String?

    @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if yes, name == nil { throw ValidationError("--yes needs the name of a copy") }
    }

    func run() async throws {
        guard let name else { return try await list() }
        let copy = try await copy(named: name)
        if !yes { try confirm(copy) }
        let parameters = Service.Restore.Parameters(name: copy.name)
        let answer = try await ProgressBar.whileWaiting("restore") {
            try await client.answer(
                Service.Restore.self,
                parameters,
                within: CallTimeout.store
            )
        }
        let counts =
            HealthReport.count(answer.points, "resume point") + " and "
            + HealthReport.count(answer.events, "event")
        daemon.report(
            answer.json,
            "restored \(copy.name.visible): \(counts); "
                + "“statectl restore \(answer.formerName.quoted)” undoes it"
        )
    }

    private func list() async throws {
        let answer = try await listing()
        if daemon.json { return output.json(try RawJSON.elements("backups", of: answer.json)) }
        output.list(answer.backups, none: "There are no backups yet; “statectl backup” makes one.")
    }

    private func listing() async throws -> Answer<Service.ListBackups.Reply> {
        try await ProgressBar.whileWaiting("reading the copies") {
            try await client.answer(
                Service.ListBackups.self,
                .init(),
                within: CallTimeout.store
            )
        }
    }

    private func copy(named name: String) async throws -> StoredBackup {
        let copies = try await listing().backups
        let exact = copies.first { $0.name == name }
        guard let copy = exact ?? copies.first(where: { $0.name + ".db" == name }) else {
            throw Failure(
                .notThere,
                "there is no backup “\(name.visible)”; “statectl restore” lists the backups"
            )
        }
        guard copy.good else {
            throw Failure(
                .badValue,
                "“\(copy.name.visible)” cannot be restored: \(copy.problem?.visible ?? "it is damaged")"
            )
        }
        return copy
    }

    private func confirm(_ copy: StoredBackup) throws {
        let what = copy.sentence(from: .current)
        let question = Question(
            "Replace the store with \(what)? The current store is kept as a copy that you can "
                + "restore."
        )
        try question.confirm(
            yes: false,
            task: "restore replaces the store",
            refused: "nothing was restored"
        )
    }
}
