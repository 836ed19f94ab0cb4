// SPDX-License-Identifier: Apache-2.0
import StateClient

// The checks of the other devices, the players, the session bus and the clock.
extension Diagnosis {
    /// The difference between two clocks, in milliseconds, above which a problem is reported.
    private static let maximumOffset = 60_000
    /// The time since the last contact of a device or app, in milliseconds, above which the absence
    /// is reported.
    private static let longestAbsence = 30 * 86_400_000

    var sync: [DoctorCheck] {
        guard let sync = facts.sync else { return [] }
        guard sync.state != .disabled else {
            if let error = sync.error {
                return [.wrong("sync", error.visible, "man stated")]
            }
            return [.ok("sync", "no remote is set: positions stay on this device")]
        }
        var found: [DoctorCheck] = []
        let problem = (sync.error ?? "it does not answer").visible
        switch sync.state {
        case .failed: found.append(.wrong("sync", problem, "statectl sync status"))
        case .offline: found.append(.hint("sync", "offline: \(problem)", "statectl sync now"))
        default: break
        }
        if sync.outbox.failed > 0 {
            let text = "\(HealthReport.count(sync.outbox.failed, "entry", "entries")) failed"
            found.append(.wrong("sync", text, "statectl sync retry"))
        }
        if let conflicts = sync.conflicts, conflicts > 0 {
            let text = "\(HealthReport.count(conflicts, "conflict")) between devices"
            found.append(.hint("sync", text, "statectl sync conflicts"))
        }
        found += sync.damaged.map {
            .wrong(
                "sync",
                "\($0.path) cannot be used: \($0.reason)".visible,
                "statectl sync status"
            )
        }
        guard found.isEmpty else { return found }
        let last = sync.lastSuccessAt.map { "synced \(facts.context.moment($0).ago)" }
        return [
            .ok("sync", "\(last ?? "nothing synced yet") with \(sync.remote ?? "a remote")".visible)
        ]
    }

    var devices: [DoctorCheck] {
        guard !facts.devices.isEmpty else { return [] }
        let found = facts.devices.flatMap { device -> [DoctorCheck] in
            let name = device.device.visible
            if abs(device.clockOffsetMs) > Self.maximumOffset {
                let span = TimeSpan(seconds: abs(device.clockOffsetMs) / 1_000).rough
                let side = device.clockOffsetMs > 0 ? "ahead of" : "behind"
                let text = "the clock of \(name) is \(span) \(side) that of this device"
                return [.wrong("devices", text, "\(clockCommand), on both devices")]
            }
            let absence = facts.context.now - device.lastSeenAt
            if device.lastSeenAt > .epoch, absence > Self.longestAbsence {
                let text = "\(name) was last seen \(facts.context.moment(device.lastSeenAt).ago)"
                return [.hint("devices", text, "statectl sync forget \(device.device.quoted)")]
            }
            return []
        }
        let count = HealthReport.count(facts.devices.count, "device")
        let all = found + namesakes
        return all.isEmpty ? [.ok("devices", count)] : all
    }

    private var namesakes: [DoctorCheck] {
        Dictionary(grouping: facts.devices, by: \.device).filter { $1.count > 1 }
            .sorted { $0.key < $1.key }
            .map { name, devices in
                .hint(
                    "devices",
                    "\(devices.count) devices are called \(name.visible)",
                    "statectl config set device NAME, on one of them"
                )
            }
    }

    private var clockCommand: String {
        facts.units == nil ? "start a time service, such as chrony" : "timedatectl set-ntp true"
    }

    var web: [DoctorCheck] {
        switch facts.web {
        case .absent: []
        case .serving(let url): [.ok("web", "the page is at \(url)".visible)]
        case .silent: [.ok("web", "no web server is running; “statectl web” says how to start it")]
        case .refusing(let reason):
            [.wrong("web", "stated-web would not start: \(reason)".visible, "statectl config edit")]
        case .taken(let reason):
            [.wrong("web", reason.visible)]
        }
    }

    var apps: [DoctorCheck] {
        guard !facts.apps.isEmpty else { return [] }
        let count = HealthReport.count(facts.apps.count, "podcast app")
        var found = facts.apps.compactMap(absence(of:))
        switch facts.web {
        case .silent:
            let text = "\(count) cannot sync: no web server is running"
            found.append(.wrong("apps", text, systemctl("enable --now stated-web.service")))
        case .serving(let url) where url.hasPrefix("http://"):
            let text = "only apps on this machine can use \(url): it has neither TLS nor a proxy"
            found.append(.hint("apps", text.visible, "man stated-web"))
        default: break
        }
        guard found.isEmpty else { return found }
        let last = facts.apps.compactMap(\.lastSeenAt).max()
        let seen = last.map { "seen \(facts.context.moment($0).ago)" } ?? "not seen yet"
        return [.ok("apps", "\(count), \(seen)")]
    }

    private func absence(of app: AppFacts) -> DoctorCheck? {
        let last = app.lastSeenAt ?? app.createdAt
        guard facts.context.now - last > Self.longestAbsence else { return nil }
        let time = facts.context.moment(last).ago
        let text =
            app.lastSeenAt == nil
            ? "got its password \(time), and has never synced" : "was last seen \(time)"
        return .hint("apps", "\(app.name) \(text)", "statectl web client end \(app.name)")
    }

    var mpv: [DoctorCheck] {
        let mpv = facts.mpv
        guard mpv.isInstalled else { return [] }
        guard let script = mpv.scripts.first else {
            let text = "mpv does not load the script of stated: only “statectl play” is followed"
            return [.hint("mpv", text, "statectl setup")]
        }
        if let missing = mpv.scripts.first(where: { !$0.exists }) {
            let text = "mpv is set to load \(missing.path), which does not exist"
            let target = mpv.installed.map { ", or name \($0) in mpv.conf" } ?? ""
            return [
                .wrong("mpv", text.visible, "\(Installation.command(for: "mpv-stated"))\(target)")
            ]
        }
        if mpv.scripts.count > 1 {
            let text =
                "mpv loads the script twice: \(mpv.scripts.map(\.path).joined(separator: ", "))"
            return [.wrong("mpv", text.visible, "rm \(script.path.quoted)")]
        }
        guard mpv.findsProgram else {
            let text = "mpv's script cannot find statectl: it is not on the PATH"
            let folder = ProgramFile.ownFolder ?? "/usr/local/bin"
            return [.wrong("mpv", text, "export PATH=\"$PATH:\(folder)\"")]
        }
        if !script.isCurrent, let installed = mpv.installed {
            let text = "\(script.path) differs from the installed script, and may be older"
            return [.hint("mpv", text.visible, "ln -sf \(installed.quoted) \(script.path.quoted)")]
        }
        return [.ok("mpv", "loads \(script.path.visible)")]
    }

    var bus: [DoctorCheck] {
        if facts.hasBus { return [.ok("bus", "there is a session bus")] }
        let text = "there is no session bus: MPRIS players cannot be followed"
        return [.hint("bus", "\(text) (harmless without a desktop)", "dbus-run-session -- $SHELL")]
    }

    var suspend: [DoctorCheck] {
        guard let delayed = facts.delayed, let daemon else { return [] }
        let missing = ["sleep", "shutdown"].filter { !delayed.contains($0) }
        guard !missing.isEmpty else { return [.ok("suspend", "waits until everything is stored")] }
        // A daemon that has just started may not have asked logind yet.
        guard facts.context.now - daemon.startedAt >= 2_000 else { return [] }
        let text =
            "logind does not wait for the daemon before \(missing.joined(separator: " and "))"
        return [.hint("suspend", text, journal("stated", lines: 50))]
    }

    var players: [DoctorCheck] {
        let ignored = facts.players.filter { $0.obstacle != nil && $0.obstacle != .excluded }
        guard !ignored.isEmpty else { return [] }
        let names = ignored.map(\.player.visible).joined(separator: ", ")
        return [
            .hint(
                "players",
                "not followed, or not resumed: \(names)",
                "statectl players"
            )
        ]
    }

    var clock: [DoctorCheck] {
        if facts.isClockSynchronised { return [.ok("clock", "synchronised")] }
        let text =
            "the kernel's clock is not synchronised, so expiry and the order of changes "
        return [.hint("clock", text + "are decided by elapsed time", clockCommand)]
    }
}
