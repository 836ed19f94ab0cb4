// SPDX-License-Identifier: Apache-2.0
import StateClient

struct Diagnosis {
    let facts: DoctorFacts

    /// All findings, in the order in which problems should be solved.
    var findings: [DoctorCheck] {
        [socket, units, version, configuration, health, space, backups, limits].flatMap(\.self)
            + [sync, devices, web, apps, mpv, bus, suspend, players, clock].flatMap(\.self)
    }

    var daemon: Health? { try? facts.health.get() }

    func systemctl(_ words: String) -> String {
        facts.isSystem ? "sudo systemctl \(words)" : "systemctl --user \(words)"
    }

    func journal(_ unit: String, lines: Int = 20) -> String {
        "journalctl \(facts.isSystem ? "" : "--user ")-u \(unit) -n \(lines)"
    }

    func unit(_ name: String) -> UnitFacts? {
        facts.units?.first { $0.name == name && $0.isInstalled }
    }

    // MARK: Socket

    private var socket: [DoctorCheck] {
        switch facts.health {
        case .success(let health):
            return [.ok("daemon", "stated \(health.version) answers at \(facts.socket)")]
        case .failure(let error):
            return [.wrong("daemon", "\(error)", remedy(for: error))]
        }
    }

    private func remedy(for error: StateClientError) -> String? {
        switch error {
        case .notAllowed:
            return "unset STATED_SOCKET, or use the socket of your own daemon"
        case _ where unit("stated.service")?.hasFailed == true:
            return unconfining("stated.service") ?? journal("stated") + ", then "
                + systemctl("reset-failed stated.service") + " && " + systemctl("start stated")
        case .noDaemon where unit("stated.socket")?.isActive == true:
            // The socket's file is gone. The socket can be made again only while no service uses it.
            return systemctl("stop stated.service") + "; " + systemctl("restart stated.socket")
        case .noDaemon where unit("stated.socket") != nil:
            return systemctl("enable --now stated.socket")
        case .noDaemon: return facts.start
        default: return restart
        }
    }

    private var restart: String {
        if unit("stated.service") != nil { return systemctl("restart stated") }
        guard let process = facts.hungProcess else { return "stop the daemon and start it again" }
        return "kill -9 \(process); \(facts.start ?? "stated &")"
    }

    // MARK: Units

    private var units: [DoctorCheck] {
        guard let units = facts.units else {
            let text = "there is no service manager: nothing starts the daemon at login"
            let remedy = "add “\(DaemonStart.atLogin)” to the start-up of your session"
            return [.hint("units", text, remedy)]
        }
        let installed = units.filter(\.isInstalled)
        guard installed.contains(where: { $0.name == "stated.socket" }) else {
            let text = "stated.socket is not installed: nothing starts the daemon at login"
            return [
                .hint("units", text, "\(Installation.again), then \(systemctl("daemon-reload"))")
            ]
        }
        let found = installed.flatMap(findings(of:))
        guard found.isEmpty else { return found }
        let names = installed.filter { $0.isEnabled || $0.isActive }.map(\.name)
        return [.ok("units", names.joined(separator: ", "))]
    }

    /// Returns the command that makes a unit start without its sandbox; `nil` unless a user's unit
    /// failed because of the sandbox.
    private func unconfining(_ name: String) -> String? {
        guard !facts.isSystem, unit(name)?.lacksNamespaces == true else { return nil }
        let folder = "~/.config/systemd/user/\(name).d"
        return "mkdir -p \(folder) && ln -s /dev/null \(folder)/sandbox.conf && "
            + systemctl("daemon-reload") + " && " + systemctl("restart \(name)")
    }

    private func findings(of unit: UnitFacts) -> [DoctorCheck] {
        if let remedy = unconfining(unit.name) {
            let text =
                "\(unit.name) cannot be sandboxed: users are not allowed to create user namespaces here"
            return [.wrong("units", text, remedy)]
        }
        if unit.hasFailed {
            let result = unit.properties["Result"].map { " (\($0))" } ?? ""
            return [
                .wrong(
                    "units",
                    "\(unit.name) has failed\(result)",
                    journal(unit.name) + ", then " + systemctl("restart \(unit.name)")
                )
            ]
        }
        if unit.isOutdated {
            let text = "\(unit.name) has changed since it was loaded"
            return [.wrong("units", text, systemctl("daemon-reload"))]
        }
        switch unit.name {
        case "stated.socket"
        where !unit.isEnabled && self.unit("stated.service")?.isEnabled != true:
            let text = "stated.socket is not enabled: nothing starts the daemon at login"
            return [.wrong("units", text, systemctl("enable --now stated.socket"))]
        case "stated-mpris.service" where !unit.isEnabled && !unit.isActive && facts.hasBus:
            let text = "stated-mpris is not enabled: players on the session bus are not followed"
            return [.hint("units", text, systemctl("enable --now stated-mpris"))]
        default: return []
        }
    }

    // MARK: Version

    private var version: [DoctorCheck] {
        let replaced = facts.replaced.map { unit in
            DoctorCheck.wrong(
                "version",
                "\(unit) still runs a program that was replaced",
                systemctl("restart \(unit)")
            )
        }
        guard let daemon, daemon.version != facts.version else { return replaced }
        let text = "the daemon is \(daemon.version), and statectl is \(facts.version)"
        let isManaged = unit("stated.service")?.isActive == true
        let remedy = isManaged ? systemctl("restart stated") : "stop the daemon and start it again"
        return [.wrong("version", text, remedy)]
    }

    // MARK: Configuration

    private var configuration: [DoctorCheck] {
        guard let configuration = facts.configuration else {
            let text = "“stated” is neither beside statectl nor on the PATH"
            return [.hint("configuration", text, Installation.again)]
        }
        if let reason = configuration.obstacle {
            return [
                .wrong(
                    "configuration",
                    "“stated” cannot run: \(reason)",
                    Installation.again
                )
            ]
        }
        guard !configuration.faults.isEmpty else { return [.ok("configuration", "no errors")] }
        return configuration.faults.map { .wrong("configuration", $0, "statectl config edit") }
    }

    // MARK: Health

    private var health: [DoctorCheck] {
        guard let daemon else { return [] }
        let problems = daemon.problems.map {
            DoctorCheck.wrong("health", $0, journal("stated", lines: 50))
        }
        guard facts.alerts > 0 else { return problems }
        let count = HealthReport.count(facts.alerts, "open alert")
        return problems + [.hint("alerts", count, "statectl alerts")]
    }
}
