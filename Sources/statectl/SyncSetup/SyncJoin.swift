// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

/// The common part of `statectl sync setup` and `statectl sync move`.
struct SyncJoin {
    let place: any SyncPlace
    var files = RemoteFiles()
    /// The remote store to leave first; `nil` if there is none.
    let former: String?
    let change: RemoteChange
    let json: Bool

    /// Returns the URL of the remote store.
    ///
    /// If the configured URL means the same place, it is kept.
    private func remote() async throws -> String {
        let current = try await change.current()
        return current.flatMap { place.isReferenced(by: $0) ? $0 : nil } ?? place.remote
    }

    /// Checks the plan, and asks for confirmation; returns false in a dry run.
    func confirm(_ consent: ConsentOptions) async throws -> Bool {
        if former != nil { try await change.checkDaemon() }
        try await change.checkStore()
        let remote = try await remote()
        if try await change.current() != remote { try await change.checkSource() }
        try change.check(remote, files)
        let output = Output.standard()
        if consent.dryRun, json { output.json([planJSON]) }
        if !json, consent.dryRun || !consent.yes { output.lines(plan.map(\.visible)) }
        if consent.dryRun { return false }
        try Question("Do this?").confirm(
            yes: consent.yes,
            task: "sync shares the data of this device with the others",
            refused: "nothing was changed"
        )
        return true
    }

    private var plan: [String] {
        let leaving = former.map { ["from:   \(FolderURL.path(of: $0))"] } ?? []
        let settings = [("remote", place.remote)] + files.settings
        return [place.purpose] + leaving + [place.line]
            + settings.map { "set: \($0): \($1) in \(change.file.path)" }
    }

    private var planJSON: [UInt8] {
        RawJSON.object([
            "purpose": .string(place.purpose), "former": former.map(JSONValue.string),
            "remote": .string(place.remote), "file": .string(change.file.path),
        ])
    }

    /// Creates a missing folder, leaves the previous remote store, sets the new one, and waits for
    /// a round.
    ///
    /// If a new place does not respond, the configuration is not changed.
    ///
    /// - Throws: A failure that explains the remaining steps.
    func join() async throws {
        let remote = try await remote()
        let isOther = try await change.current() != remote
        try place.make()
        if isOther { try change.reach(remote, files) }
        let unsent = former == nil ? nil : try await change.leave()
        let text = try await change.write(remote, files)
        if let former, let unsent {
            Output.notices().line(
                "\(FolderURL.path(of: former)) could not be reached: \(unsent.reason.visible). "
                    + "Changes from other devices arrive once these devices also use the new place."
            )
        }
        let status = try await change.follow(remote, former: text)
        guard status != nil else { return reportAlone(remote) }
        do {
            try await change.join()
        } catch StateClientError.remoteUnavailable(let reason) {
            throw Failure(
                .tryAgain,
                "\(reason.visible); the remote store is set in \(change.file.path.visible), "
                    + "and the daemon tries again"
            )
        }
        try await report()
    }

    private func report() async throws {
        let status = try await change.status()
        let report = JoinReport(
            place: place,
            files: files,
            former: former,
            device: status?.device ?? "",
            devices: try await change.client.devices().map(\.device),
            points: try await change.client.health().points,
            failed: status?.outbox.failed ?? 0
        )
        let output = Output.standard()
        if json { output.json([report.json]) } else { output.lines(report.lines) }
    }

    private func reportAlone(_ remote: String) {
        let output = Output.standard()
        guard json else {
            return output.line(
                "set \(place.name.visible) as the remote in \(change.file.path.visible); no daemon is "
                    + "running, and the next one will use it"
            )
        }
        output.json([RawJSON.object(["remote": .string(remote), "running": .bool(false)])])
    }
}
