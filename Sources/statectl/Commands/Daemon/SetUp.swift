// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateBridge
import StateClient

struct SetUp: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "setup",
        "Start the daemon with your session, and connect your players to it.",
        about: """
            The command enables the daemon's socket in your systemd, links a script into mpv's \
            configuration, follows the players on the session bus, and keeps positions for 30 \
            days. With --folder it also syncs with your other devices. It shows the missing steps, \
            and asks before it runs them; you can run it again at any time.
            """,
        examples: ["statectl setup", "statectl setup --folder ~/Sync/stated"]
    )

    @Option(
        "Also sync with your other devices through this folder.",
        value: "dir",
        completion: .directory
    )
    var folder: String?

    @Option("Keep positions this long after they were observed (default: 30d).", anyValue: "span")
    var ttl: Checked<TimeSpan>?

    @Flag(help: "Do not set up mpv.")
    var noMPV = false

    @Flag(help: "Do not set up the players on the session bus.")
    var noMPRIS = false

    @Flag(help: "Undo the steps of setup, in reverse order.")
    var undo = false

    @Flag(help: "Show the changes without making them.")
    var dryRun = false

    @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if undo, folder != nil || ttl != nil || noMPV || noMPRIS {
            throw ValidationError(
                "--undo undoes every step; leave out --folder, --ttl, --no-mpv and --no-mpris"
            )
        }
    }

    func run() async throws {
        if undo { return try takeBack() }
        if let obstacle = ConfigurationProgram()?.obstacle {
            throw Failure(
                .noPlayer,
                "“stated” cannot run: \(obstacle); nothing was changed"
            )
        }
        let plan = try SetupPlan(try await facts(), try wishes())
        let dialogue = SetupDialogue(output: .standard(), json: daemon.json)
        let isAll = dryRun || plan.steps.isEmpty
        dialogue.show(
            plan.steps.map { ($0, $0.command) },
            remarks: isAll ? plan.remarks : [],
            isAll: dryRun,
            rest: plan.leavesDaemon
                ? "Only the daemon still has to be started." : "Everything is set up."
        )
        guard !plan.steps.isEmpty, !dryRun else { return }
        try confirm("Do this?")
        let record = SetupRecord()
        let runner = SetupRunner()
        var failed = 0
        for step in plan.steps {
            try record.add(step)
            let result = runner.make(step)
            if result != .done { failed += 1 }
            dialogue.report(step, step.command, result)
        }
        if plan.steps.contains(where: { if case .key = $0 { true } else { false } }) {
            try await applyKeys()
        }
        guard failed == 0 else {
            throw Failure(
                .tryAgain,
                "\(HealthReport.count(failed, "step")) failed; see “statectl doctor”"
            )
        }
        try end(plan, dialogue)
    }

    private func end(_ plan: SetupPlan, _ dialogue: SetupDialogue) throws {
        // The first call starts the daemon through its socket unit, which may have failed.
        if let unit = ServiceManager(isSystem: false).units()?.first(where: \.hasFailed) {
            throw Failure(.tryAgain, "\(unit.name) has failed; see “statectl doctor”")
        }
        guard !daemon.json else { return }
        let rest =
            plan.leavesDaemon
            ? "Done, but no daemon is running yet: start it as shown below." : "All done."
        output.line("\(rest) “statectl setup --undo” undoes it.")
        dialogue.show(remarks: plan.remarks)
    }

    private func takeBack() throws {
        let record = SetupRecord()
        var left = record.steps
        let dialogue = SetupDialogue(output: .standard(), json: daemon.json)
        guard !left.isEmpty else {
            if !daemon.json { output.line("There is nothing to undo.") }
            return
        }
        dialogue.show(left.reversed().map { ($0, $0.undoing) }, remarks: [], isAll: dryRun)
        guard !dryRun else { return }
        try confirm("Undo this?")
        let runner = SetupRunner()
        for step in left.reversed() {
            let result = runner.undo(step)
            dialogue.report(step, step.undoing, result)
            guard result == .done else { continue }
            left.removeAll { $0 == step }
            try record.write(left)
        }
        guard left.isEmpty else {
            let count = HealthReport.count(left.count, "step")
            throw Failure(.tryAgain, "\(count) could not be undone; try again")
        }
    }

    private func confirm(_ question: String) throws(Failure) {
        try Question(question).confirm(
            yes: yes,
            task: "setup changes how this session starts",
            refused: "nothing was changed"
        )
    }

    /// Makes the daemon reload its configuration.
    private func applyKeys() async throws(Failure) {
        _ = await Application.reload(client)
        try ownFile.check(isAt: try? await client.health().configuration)
    }

    private var ownFile: ConfigurationFile { ConfigurationFile(path: nil, isSystem: false) }

    private func facts() async throws(Failure) -> SetupFacts {
        let survey = MPVSurvey()
        let file = ownFile
        let text = ConfigurationText(try file.read())
        let health = try? await client.health()
        return SetupFacts(
            units: ServiceManager(isSystem: false).units(),
            mpv: survey.facts,
            scriptPath: survey.scriptPath,
            hasBus: DoctorSurvey.hasBus,
            hasDaemon: health != nil,
            configurationPath: file.path,
            remote: text.value(of: "remote"),
            ttl: text.value(of: "ttl"),
            points: health?.points ?? 0
        )
    }

    private func wishes() throws(Failure) -> SetupWishes {
        var wishes = SetupWishes(mpv: !noMPV, mpris: !noMPRIS)
        wishes.ttl = try ttl?.value(at: "--ttl")
        guard let folder else { return wishes }
        guard let place = try WrittenPlace.place(folder) as? SyncFolder else {
            throw Failure(
                .badValue,
                "--folder takes the path of a folder; to sync through servers, run “statectl sync "
                    + "setup \(folder.quoted)”"
            )
        }
        wishes.folder = place.path
        wishes.hasFolder = FilePath.isFolder(place.path)
        return wishes
    }
}
