// SPDX-License-Identifier: Apache-2.0
import Foundation
import ModelTesting
import StateClient
import StateModel
import StateProtocol
import StateTesting
import Testing
import Varlink

@testable import statectl

/// The judgement of `statectl doctor`, and the command beside a daemon that runs or does not.
@Suite struct DoctorTests {
    private static let now: Timestamp = 1_795_250_400_000

    /// A machine on which nothing is wrong.
    private func healthy() -> DoctorFacts {
        var facts = DoctorFacts()
        facts.context = TimeContext(now: Self.now, zone: .utc)
        facts.version = "1.2.3"
        facts.socket = "/run/user/1000/stated/io.stated"
        facts.start = "stated &"
        var health = DaemonScripts.health
        health.startedAt = Self.now - 86_400_000
        facts.health = .success(health)
        facts.units = UnitFacts.parse(Self.units)
        facts.configuration = ConfigurationFacts(
            values: ["limits.points": "2000000", "limits.bytes-per-uid": "2GiB"]
        )
        facts.backups = [copy("auto", .automatic, at: Self.now - 1_200_000)]
        facts.space = SpaceFacts(
            folder: "/s",
            freeBytes: 5 << 30,
            freeFiles: 1_000_000,
            isReadOnly: false
        )
        facts.mpv = MPVFacts(
            isInstalled: true,
            findsProgram: true,
            scripts: [.init(path: "/h/stated.lua", exists: true, isCurrent: true)],
            installed: "/usr/local/share/stated/mpv/stated.lua"
        )
        facts.hasBus = true
        return facts
    }

    private static let units = """
        Id=stated.socket
        LoadState=loaded
        UnitFileState=enabled
        ActiveState=active
        NeedDaemonReload=no

        Id=stated.service
        LoadState=loaded
        UnitFileState=disabled
        ActiveState=active
        NeedDaemonReload=no
        MainPID=712

        Id=stated-mpris.service
        LoadState=loaded
        UnitFileState=enabled
        ActiveState=active
        NeedDaemonReload=no
        """

    private func copy(
        _ name: String,
        _ kind: BackupKind,
        at: Timestamp,
        problem: String? = nil
    ) -> StoredBackup {
        StoredBackup(
            name: name,
            path: "/s/backups/\(name).db",
            kind: kind,
            madeAt: at,
            bytes: 4_096,
            good: problem == nil,
            points: 2,
            events: 0,
            problem: problem
        )
    }

    /// What is not in order, as `topic: text → remedy`.
    private func complaints(_ facts: DoctorFacts) -> [String] {
        Diagnosis(facts: facts).findings.filter { $0.state != .ok }
            .map {
                "\($0.state.rawValue) \($0.topic): \($0.text)"
                    + ($0.remedy.map { " → \($0)" } ?? "")
            }
    }

    @Test func `doctor finds nothing on a healthy machine`() {
        let findings = Diagnosis(facts: healthy()).findings
        #expect(complaints(healthy()) == [])
        #expect(
            DoctorReport(findings: findings).lines(width: 80, style: .plain) == [
                "ok     daemon         stated 1.2.3 answers at /run/user/1000/stated/io.stated",
                "ok     units          stated.socket, stated.service, stated-mpris.service",
                "ok     configuration  no errors",
                "ok     store          /s/state.db, 2.0 KiB; 5.0 GiB free",
                "ok     backups        1 copy, the newest from 20 min ago",
                "ok     limits         all configured limits have room",
                "ok     mpv            loads /h/stated.lua",
                "ok     bus            there is a session bus",
                "ok     clock          synchronised",
                "Nothing is wrong.",
            ]
        )
    }

    @Test func `without a daemon, doctor says how to start it`() {
        var facts = healthy()
        let absence = StateClientError.noDaemon(socket: "/s", reason: "there is no such socket")
        facts.health = .failure(absence)
        // The file of a socket that listens was deleted.
        #expect(
            complaints(facts) == [
                "wrong daemon: no daemon at /s: there is no such socket → systemctl --user stop "
                    + "stated.service; systemctl --user restart stated.socket"
            ]
        )
        facts.units?[0].properties["ActiveState"] = "inactive"
        #expect(
            complaints(facts) == [
                "wrong daemon: no daemon at /s: there is no such socket "
                    + "→ systemctl --user enable --now stated.socket"
            ]
        )
        facts.units?[1].properties["ActiveState"] = "failed"
        facts.units?[1].properties["Result"] = "exit-code"
        #expect(
            complaints(facts) == [
                "wrong daemon: no daemon at /s: there is no such socket → journalctl --user -u stated "
                    + "-n 20, then systemctl --user reset-failed stated.service && systemctl --user "
                    + "start stated",
                "wrong units: stated.service has failed (exit-code) → journalctl --user -u "
                    + "stated.service -n 20, then systemctl --user restart stated.service",
            ]
        )
        facts.units?[1].properties["ExecMainStatus"] = "217"
        let unconfined = complaints(facts)
        #expect(
            unconfined[1].contains(
                "stated.service cannot be sandboxed: users are not allowed to create"
            )
        )
        let link = "ln -s /dev/null ~/.config/systemd/user/stated.service.d/sandbox.conf"
        #expect(unconfined.allSatisfy { $0.contains(link) })
        // What the machine's own unit needs is never forbidden to it.
        facts.isSystem = true
        #expect(complaints(facts).allSatisfy { !$0.contains(link) })
        facts.isSystem = false
        facts.units = nil
        #expect(
            complaints(facts) == [
                "wrong daemon: no daemon at /s: there is no such socket → stated &",
                "hint units: there is no service manager: nothing starts the daemon at login "
                    + "→ add “stated >>~/.stated.log 2>&1 &” to the start-up of your session",
            ]
        )
    }

    @Test func `doctor names units that are disabled or outdated`() {
        var facts = healthy()
        facts.units?[0].properties["UnitFileState"] = "disabled"
        facts.units?[1].properties["NeedDaemonReload"] = "yes"
        facts.units?[2].properties = ["LoadState": "loaded", "ActiveState": "inactive"]
        #expect(
            complaints(facts) == [
                "wrong units: stated.socket is not enabled: nothing starts the daemon at login "
                    + "→ systemctl --user enable --now stated.socket",
                "wrong units: stated.service has changed since it was loaded "
                    + "→ systemctl --user daemon-reload",
                "hint units: stated-mpris is not enabled: players on the session bus are not followed "
                    + "→ systemctl --user enable --now stated-mpris",
            ]
        )
    }

    @Test func `doctor reports a disk that is almost full, old copies, and limits`() {
        var facts = healthy()
        facts.space?.freeBytes = 50 << 20
        facts.backups = [
            copy("auto", .automatic, at: Self.now - 5 * 3_600_000),
            copy("two", .manual, at: 0, problem: "row 7 is damaged"),
            copy("kept", .damaged, at: 0),
        ]
        facts.configuration?.values["limits.points"] = "2"
        #expect(
            complaints(facts) == [
                "wrong store: only 50.0 MiB are free in /s: when the disk is full, saves are refused → df -h /s",
                "wrong backups: the copy two cannot be restored: row 7 is damaged "
                    + "→ rm /s/backups/two.db",
                "hint backups: a damaged store was kept: /s/backups/kept.db "
                    + "→ statectl restore, or remove the file",
                "wrong backups: 1 copy, the newest from 5 h ago → statectl backup",
                "wrong limits: resume points: 2 of at most 2 (limits.points) "
                    + "→ statectl config set limits.points 4",
            ]
        )
    }

    @Test func `doctor reports problems of the daemon, other versions and crashes`() {
        var facts = healthy()
        var health = DaemonScripts.health
        health.startedAt = Self.now
        health.problems = ["the disk is full"]
        health.version = "1.0.0"
        facts.health = .success(health)
        facts.configuration = ConfigurationFacts(faults: ["/c/stated.yaml:3: ttl: 'soon' is wrong"])
        facts.alerts = 2
        #expect(
            complaints(facts) == [
                "wrong version: the daemon is 1.0.0, and statectl is 1.2.3 "
                    + "→ systemctl --user restart stated",
                "wrong configuration: /c/stated.yaml:3: ttl: 'soon' is wrong → statectl config edit",
                "wrong health: the disk is full → journalctl --user -u stated -n 50",
                "hint alerts: 2 open alerts → statectl alerts",
            ]
        )
    }

    @Test func `doctor checks sync, other devices, mpv, the bus and the clock`() throws {
        var facts = healthy()
        let status = SyncScripts.status(
            .failed,
            lastSuccessAt: nil,
            error: "no such folder",
            conflicts: 1
        )
        facts.sync = status
        facts.devices = [
            .init(device: "tv", lastSeenAt: Self.now, clockOffsetMs: 300_000),
            .init(device: "old", lastSeenAt: Self.now - 40 * 86_400_000, clockOffsetMs: 0),
        ]
        facts.mpv.scripts = [.init(path: "/h/stated.lua", exists: false, isCurrent: false)]
        facts.hasBus = false
        facts.isClockSynchronised = false
        #expect(
            complaints(facts) == [
                "wrong sync: no such folder → statectl sync status",
                "hint sync: 1 conflict between devices → statectl sync conflicts",
                "wrong devices: the clock of tv is 5 min ahead of that of this device "
                    + "→ timedatectl set-ntp true, on both devices",
                "hint devices: old was last seen 40 days ago → statectl sync forget old",
                "wrong mpv: mpv is set to load /h/stated.lua, which does not exist → make install, or name "
                    + "/usr/local/share/stated/mpv/stated.lua in mpv.conf",
                "hint bus: there is no session bus: MPRIS players cannot be followed (harmless without "
                    + "a desktop) → dbus-run-session -- $SHELL",
                "hint clock: the kernel's clock is not synchronised, so expiry and the order of "
                    + "changes are decided by elapsed time → timedatectl set-ntp true",
            ]
        )
    }

    @Test func `doctor proposes a new label if two devices have the same label`() {
        var facts = healthy()
        facts.devices = ["tv", "desk", "tv"].map {
            .init(device: $0, lastSeenAt: Self.now, clockOffsetMs: 0)
        }
        facts.isClockSynchronised = false
        facts.units = nil
        #expect(
            complaints(facts).contains(
                "hint devices: 2 devices are called tv → statectl config set device NAME, on one of them"
            )
        )
        #expect(complaints(facts).last?.hasSuffix("→ start a time service, such as chrony") == true)
    }

    @Test func `doctor finds the script in every notation of mpv.conf`() {
        let text = """
            # script=/no/stated.lua
            fullscreen
            script=/a/stated.lua
            scripts-append = "~~/b b/stated.lua" # ours
            scripts=/c/other.lua:/d/stated.lua
            """
        #expect(
            MPVSurvey.scripts(inConfiguration: text)
                == ["/a/stated.lua", "~~/b b/stated.lua", "/d/stated.lua"]
        )
    }

    @Test func `doctor shows how to end a daemon that hangs, with systemd and without`() {
        var facts = healthy()
        facts.health = .failure(.disconnected(reason: "no answer came in time"))
        #expect(complaints(facts).first?.hasSuffix("→ systemctl --user restart stated") == true)
        facts.units = nil
        #expect(complaints(facts).first?.hasSuffix("→ stop the daemon and start it again") == true)
        facts.hungProcess = 712
        #expect(complaints(facts).first?.hasSuffix("→ kill -9 712; stated &") == true)
        facts.start = "stated --socket /s &"
        #expect(complaints(facts).first?.hasSuffix("; stated --socket /s &") == true)
    }

    @Test func `doctor reports a web server that would not start`() {
        var facts = healthy()
        let refusal = ToolRun(status: 78, output: "", errors: "stated-web: no certificate\n")
        facts.web = WebSurvey.facts(refusal)
        #expect(
            complaints(facts)
                == ["wrong web: stated-web would not start: no certificate → statectl config edit"]
        )
        for (status, web) in [(0, WebFacts.serving("http://[::1]:1/")), (69, .silent)] {
            let run = ToolRun(status: Int32(status), output: "http://[::1]:1/\n", errors: "x")
            #expect(WebSurvey.facts(run) == web)
            facts.web = web
            #expect(complaints(facts).isEmpty)
        }
    }

    @Test func `doctor reports podcast apps that cannot reach the server or have stopped syncing`()
    {
        var facts = healthy()
        let day = 86_400
        let now = Int(Self.now.rawValue) / 1_000
        let lines = [
            "phone\tAntennaPod/3\t\(now - 90 * day)\t\(now - 60)\t3",
            "old\tKasts\t\(now - 90 * day)\t\(now - 40 * day)\t0",
            "new\t\t\(now - 2 * day)\t0\t", "unused\t\t\(now - 40 * day)\t0\t0", "odd",
        ]
        facts.apps = lines.compactMap { AppFacts($0[...]) }
        facts.web = .serving("https://den.local:8443/")
        #expect(
            complaints(facts) == [
                "hint apps: old was last seen 40 days ago → statectl web client end old",
                "hint apps: unused got its password 40 days ago, and has never synced"
                    + " → statectl web client end unused",
            ]
        )
        facts.apps = lines.prefix(1).compactMap { AppFacts($0[...]) }
        #expect(complaints(facts) == [])
        facts.web = .serving("http://127.0.0.1:8031/")
        #expect(
            complaints(facts) == [
                "hint apps: only apps on this machine can use http://127.0.0.1:8031/:"
                    + " it has neither TLS nor a proxy → man stated-web"
            ]
        )
        facts.web = .silent
        #expect(
            complaints(facts) == [
                "wrong apps: 1 podcast app cannot sync: no web server is running"
                    + " → systemctl --user enable --now stated-web.service"
            ]
        )
    }

    @Test func `doctor reports a web server that belongs to another user`() {
        var facts = healthy()
        let refusal = ToolRun(
            status: 77,
            output: "",
            errors: "stated-web: another user's program\n"
        )
        facts.web = WebSurvey.facts(refusal)
        #expect(complaints(facts) == ["wrong web: another user's program"])
    }

    @Test func `doctor says that a program replaced while it runs must be restarted`() {
        var facts = healthy()
        facts.replaced = ["stated.service", "stated-mpris.service"]
        #expect(
            complaints(facts)
                == facts.replaced.map {
                    "wrong version: \($0) still runs a program that was replaced "
                        + "→ systemctl --user restart \($0)"
                }
        )
    }

    @Test
    func `doctor reports that stated cannot run, and no error in the configuration`() {
        var facts = healthy()
        facts.configuration = ConfigurationFacts(obstacle: "libsqlite3.so.0: cannot open")
        #expect(
            complaints(facts) == [
                "wrong configuration: “stated” cannot run: libsqlite3.so.0: cannot open → make install"
            ]
        )
    }

    @Test(
        arguments: [
            (["sleep", "shutdown"], nil),
            (["shutdown"], "sleep"),
            ([], "sleep and shutdown"),
        ] as [([String], String?)]
    )
    func `doctor gives a hint if the daemon has no inhibitor`(delayed: [String], missing: String?) {
        var facts = healthy()
        facts.delayed = delayed
        #expect(
            complaints(facts) == missing.map {
                [
                    "hint suspend: logind does not wait for the daemon before \($0) "
                        + "→ journalctl --user -u stated -n 50"
                ]
            } ?? []
        )
    }

    @Test func `doctor gives a daemon that has just started the time to ask for inhibitors`() {
        var facts = healthy()
        facts.delayed = []
        facts.health = facts.health.map { health in
            var health = health
            health.startedAt = Self.now - 500
            return health
        }
        #expect(complaints(facts).isEmpty)
    }

    @Test func `doctor counts only the daemon's own inhibitors`() {
        let answer = """
            {"type":"a(ssssuu)","data":[[["sleep","stated","Stores","delay",1000,5],\
            ["shutdown","stated","Stores","delay",1001,6],["sleep:shutdown","UPower","","block",0,1],\
            ["shutdown","stated","Stores","block",1000,5]]]}
            """
        #expect(Inhibitors.delayed(in: answer, for: 1_000) == ["sleep"])
        #expect(Inhibitors.delayed(in: answer, for: nil) == ["sleep", "shutdown"])
        for text in ["", "{}", #"{"data":[]}"#, #"{"data":[[["sleep"]]]}"#] {
            #expect(Inhibitors.delayed(in: text, for: nil) == [])
        }
    }

    @Test
    func `on a narrow terminal, doctor wraps its text, and puts the command on its own line`() {
        let finding = DoctorCheck.wrong(
            "units",
            "stated.socket is not enabled at all",
            "systemctl x"
        )
        #expect(
            DoctorReport(findings: [finding]).lines(width: 40, style: .plain) == [
                "wrong  units  stated.socket is not",
                "              enabled at all",
                "              → systemctl x",
                "1 problem.",
            ]
        )
    }

    // MARK: The command

    @Test
    func `doctor finds nothing wrong with a running daemon, apart from the host's units`()
        async throws
    {
        let daemon = try DaemonProcess.running()
        let run = try await Program.run(
            ["doctor"],
            socket: daemon.socket,
            environment: ["HOME": daemon.directory.path, "PATH": "/nonexistent"]
        )
        let lines = run.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("ok\tdaemon\tstated ") })
        #expect(lines.contains { $0.hasPrefix("ok\tstore\t\(daemon.store), ") })
        #expect(lines.contains { $0.hasPrefix("ok\tsync\tno remote is set") })
        #expect(lines.allSatisfy { $0.filter { $0 == "\t" }.count == 3 })
        #expect(run.errors == "")
        // Only the units are the host's: everything else is the test's own.
        let wrong = lines.filter { $0.hasPrefix("wrong\t") }
        #expect(wrong.allSatisfy { $0.hasPrefix("wrong\tunits\t") }, "\(wrong)")
        #expect(run.status == (wrong.isEmpty ? 0 : 1))
    }

    @Test func `without a daemon, doctor ends with status 1 and gives advice`() async throws {
        let home = try TemporaryDirectory()
        let run = try await Program.run(
            ["doctor", "--json"],
            socket: "/nonexistent/s",
            environment: ["HOME": home.path, "PATH": "/nonexistent"]
        )
        #expect(run.status == 1)
        #expect(run.errors == "")
        let first = try #require(run.output.split(separator: "\n").first)
        #expect(
            first == #"{"topic":"daemon","state":"wrong","text":"no daemon at /nonexistent/s: "#
                + #"there is no such socket","remedy":"stated &"}"#
        )
    }
}
