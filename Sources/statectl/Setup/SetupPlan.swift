// SPDX-License-Identifier: Apache-2.0

struct SetupFacts: Equatable {
    var units: [UnitFacts]?
    var mpv = MPVFacts()
    var scriptPath = ""
    var hasBus = false
    var hasDaemon = false
    var configurationPath = ""
    var remote: String?
    var ttl: String?
    var points = 0
}

struct SetupWishes: Equatable {
    var mpv = true
    var mpris = true
    /// The absolute path of the shared folder; `nil` for none.
    var folder: String?
    var hasFolder = false
    /// The time to live of resume points; `nil` for ``SetupPlan/proposedTTL``.
    var ttl: TimeSpan?
}

struct SetupPlan: Equatable {
    /// The proposed time to live; the default, 24 hours, is too short for finishing a film.
    static let proposedTTL = TimeSpan(seconds: 30 * 86_400)

    private(set) var steps: [SetupStep] = []
    /// The remarks about what is left to the user.
    private(set) var remarks: [String] = []
    /// True if no daemon is running, and no unit starts one.
    private(set) var leavesDaemon = false

    init(_ facts: SetupFacts, _ wishes: SetupWishes) throws(Failure) {
        planUnits(facts, wishes)
        if wishes.mpv { planScript(facts) }
        if let folder = wishes.folder { try planFolder(folder, facts, wishes) }
        if facts.remote == nil, wishes.folder == nil {
            remarks.append(
                "To continue on another device, run “statectl sync setup DIR” on each device, with a "
                    + "folder that the devices share."
            )
        }
        try planLifetime(facts, wishes)
    }

    private mutating func planLifetime(
        _ facts: SetupFacts,
        _ wishes: SetupWishes
    ) throws(Failure) {
        if let ttl = facts.ttl {
            guard let wish = wishes.ttl, (try? TimeSpan(text: ttl)) != wish else { return }
            throw Failure(
                .badValue,
                "\(facts.configurationPath) sets ttl to \(ttl) already; ".visible
                    + "“statectl config set ttl \(wish.text)” changes it"
            )
        }
        let ttl = (wishes.ttl ?? Self.proposedTTL).text
        steps.append(.key(name: "ttl", value: ttl, file: facts.configurationPath))
        guard facts.points > 0 else { return }
        remarks.append(
            "Stored positions keep their time to live; “statectl config set ttl \(ttl) --existing” "
                + "extends them."
        )
    }

    private mutating func planUnits(_ facts: SetupFacts, _ wishes: SetupWishes) {
        guard let units = facts.units else {
            leavesDaemon = !facts.hasDaemon
            remarks.append(
                "This session has no systemd. Put this into its start-up, such as ~/.profile, and run "
                    + "it now:"
            )
            remarks.append("  \(DaemonStart.atLogin)")
            if wishes.mpris, facts.hasBus {
                remarks.append("  statectl bridge mpris >>~/.stated.log 2>&1 &")
            }
            return
        }
        guard let socket = units.first(where: { $0.name == "stated.socket" }), socket.isInstalled
        else {
            leavesDaemon = !facts.hasDaemon
            remarks.append(
                "The units are not installed: run “\(Installation.again)” and “systemctl --user "
                    + "daemon-reload”, then “statectl setup” again."
            )
            return
        }
        let service = units.first { $0.name == "stated.service" }
        let isServed =
            socket.isEnabled && socket.isActive
            || service?.isEnabled == true && service?.isActive == true
        if !isServed { steps.append(.enable(unit: "stated.socket")) }
        guard wishes.mpris, facts.hasBus,
            let bridge = units.first(where: { $0.name == "stated-mpris.service" }),
            bridge.isInstalled, !(bridge.isEnabled && bridge.isActive)
        else { return }
        steps.append(.enable(unit: "stated-mpris.service"))
    }

    private mutating func planScript(_ facts: SetupFacts) {
        guard facts.mpv.isInstalled, facts.mpv.scripts.isEmpty else { return }
        guard let installed = facts.mpv.installed else {
            remarks.append(
                "The script for mpv is not installed: run "
                    + "“\(Installation.command(for: "mpv-stated"))”, then “statectl setup” again."
            )
            return
        }
        steps.append(.link(path: facts.scriptPath, target: installed))
    }

    private mutating func planFolder(
        _ folder: String,
        _ facts: SetupFacts,
        _ wishes: SetupWishes
    ) throws(Failure) {
        let remote = FolderURL.text(of: folder)
        if let other = facts.remote, FolderURL.folder(of: other) != folder {
            throw Failure(
                .badValue,
                "\(facts.configurationPath) already sets another remote, \(other); "
                    .visible + "“statectl sync move \(folder.quoted)” switches to this folder"
            )
        }
        guard !folder.contains("\t"), !folder.contains("\n") else {
            throw Failure(
                BadValue(folder, expected: "a path on one line, without tabs"),
                at: "--folder"
            )
        }
        if !wishes.hasFolder { steps.append(.folder(path: folder)) }
        if facts.remote == nil {
            steps.append(.key(name: "remote", value: remote, file: facts.configurationPath))
        }
    }
}
