// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

/// The result of joining a shared folder, in words and for programs.
struct JoinReport {
    /// The path of the folder.
    let path: String
    /// The name of this device.
    let device: String
    /// The names of all devices, this one too.
    let devices: [String]
    /// The number of resume points that are here now.
    let points: Int
    /// The number of changes that could not be sent.
    let failed: Int

    /// The lines for a person.
    var lines: [String] {
        let unsent =
            failed > 0
            ? "; \(HealthReport.count(failed, "change")) failed, see “statectl sync outbox”" : ""
        let first =
            "\(device.visible) syncs through \(path.visible); "
            + "\(HealthReport.count(points, "resume point")) here now\(unsent)"
        guard devices.count > 1 else {
            return [
                first,
                "No other device is there yet: run “statectl sync setup DIR” on it, with DIR the "
                    + "same folder as it sees it.",
            ]
        }
        return [first, "Devices: \(devices.map(\.visible).joined(separator: ", "))"]
    }

    /// The object for programs.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("remote")
        writer.string(FolderURL.text(of: path))
        writer.key("device")
        writer.string(device)
        writer.key("devices")
        writer.beginArray()
        for device in devices { writer.string(device) }
        writer.endArray()
        writer.key("points")
        writer.int(points)
        writer.key("failed")
        writer.int(failed)
        writer.endObject()
        return writer.bytes
    }
}

/// The last part of `statectl sync setup` and `statectl sync move`: the folder is used from now on.
struct FolderJoining {
    /// The folder.
    let folder: SyncFolder
    /// The change of the remote.
    let change: RemoteChange
    /// True if a program reads.
    let json: Bool

    /// Shows the effect and asks for it, unless `yes`; returns false if nothing is to be done.
    func confirm(_ plan: [String], yes: Bool, dryRun: Bool) throws(Failure) -> Bool {
        let output = Output.standard()
        if !json, dryRun || !yes { output.lines(plan.map(\.visible)) }
        if dryRun { return false }
        if yes { return true }
        guard let isMeant = Question("Do this?").ask() else {
            throw Failure(.usage, "there is no terminal to ask on; say --yes")
        }
        guard isMeant else { throw Failure(.notThere, "nothing was changed") }
        return true
    }

    /// Makes the folder, sets the remote, and makes the first round.
    ///
    /// - Parameter former: The remote to leave before; `nil` if there is none.
    /// - Throws: a failure that says what is left to do.
    func join(leaving former: String? = nil) async throws {
        try folder.make()
        try change.write(folder.remote)
        let output = Output.standard()
        if let former, let unsent = try await change.leave() {
            Output.notices().line(
                "\(FolderURL.path(of: former)) could not be reached: \(unsent.reason.visible). "
                    + "What other devices left there comes when they move."
            )
        }
        guard try await change.follow(folder.remote) != nil else {
            let text =
                "\(change.file.path.visible) names \(folder.path.visible); no daemon runs, "
                + "and the next one syncs through it"
            if !json { output.line(text) }
            return
        }
        do {
            try await change.join()
        } catch let error as StateClientError {
            guard case .remoteUnavailable(let reason) = error else { throw error }
            throw Failure(.tryAgain, "\(reason.visible); the daemon goes on trying")
        }
        let status = try await change.status()
        let report = JoinReport(
            path: folder.path,
            device: status?.device ?? "",
            devices: try await change.devices(),
            points: try await change.client.health().points,
            failed: status?.outbox.failed ?? 0
        )
        if json { output.json([report.json]) } else { output.lines(report.lines) }
    }
}
