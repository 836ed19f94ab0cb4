// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateTesting
import Testing

@testable import statectl

/// The plan of `statectl setup`, and the command with a service manager of the test's own.
@Suite struct SetupTests {
    private func unit(_ name: String, enabled: Bool = false, active: Bool = false) -> UnitFacts {
        UnitFacts(
            name: name,
            properties: [
                "LoadState": "loaded", "UnitFileState": enabled ? "enabled" : "disabled",
                "ActiveState": active ? "active" : "inactive",
            ]
        )
    }

    private func fresh() -> SetupFacts {
        SetupFacts(
            units: [unit("stated.socket"), unit("stated.service"), unit("stated-mpris.service")],
            mpv: MPVFacts(isInstalled: true, findsProgram: true, installed: "/share/stated.lua"),
            scriptPath: "/h/.config/mpv/scripts/stated.lua",
            hasBus: true,
            configurationPath: "/h/.config/stated/stated.yaml"
        )
    }

    @Test func `on a new machine, setup proposes every step`() throws {
        let plan = try SetupPlan(
            fresh(),
            SetupWishes(folder: "/h/My Sync", hasFolder: false)
        )
        #expect(
            SetupDialogue.lines(
                plan.steps.map { ($0, $0.command) },
                remarks: plan.remarks,
                width: 80,
                style: .plain
            ) == [
                "1. start the daemon when a program needs it, in each session",
                "   systemctl --user enable --now stated.socket",
                "2. follow VLC, Firefox and every other player on the session bus",
                "   systemctl --user enable --now stated-mpris.service",
                "3. follow every mpv, however it is started",
                "   ln -s /share/stated.lua /h/.config/mpv/scripts/stated.lua",
                "4. create the folder that your devices share",
                "   mkdir -p '/h/My Sync'",
                "5. sync with your other devices through that folder",
                "   statectl config set remote file:///h/My%20Sync --config "
                    + "/h/.config/stated/stated.yaml",
                "6. keep positions for 30d after they were observed, instead of 24h",
                "   statectl config set ttl 30d --config /h/.config/stated/stated.yaml",
            ]
        )
    }

    @Test func `setup does not repeat steps that are done`() throws {
        var facts = fresh()
        facts.units = [
            unit("stated.socket", enabled: true, active: true), unit("stated.service"),
            unit("stated-mpris.service"),
        ]
        facts.mpv.scripts = [.init(path: "/x", exists: true, isCurrent: true)]
        facts.remote = "file:///h/Sync"
        facts.ttl = "7d"
        #expect(try SetupPlan(facts, SetupWishes(mpris: false)).steps == [])
        #expect(
            try SetupPlan(facts, SetupWishes()).steps == [.enable(unit: "stated-mpris.service")]
        )
        let same = SetupWishes(mpris: false, folder: "/h/Sync", hasFolder: true)
        #expect(try SetupPlan(facts, same).steps == [])
        #expect(throws: Failure.self) {
            try SetupPlan(facts, SetupWishes(folder: "/h/Other", hasFolder: true))
        }
    }

    @Test func `without systemd, setup says what to do instead`() throws {
        var facts = fresh()
        facts.units = nil
        let plan = try SetupPlan(facts, SetupWishes())
        #expect(plan.steps.first == .link(path: facts.scriptPath, target: "/share/stated.lua"))
        #expect(plan.leavesDaemon)
        #expect(
            plan.remarks.prefix(3) == [
                "This session has no systemd. Put this into its start-up, such as ~/.profile, and run "
                    + "it now:",
                "  stated >>~/.stated.log 2>&1 &",
                "  statectl bridge mpris >>~/.stated.log 2>&1 &",
            ]
        )
        facts.hasDaemon = true
        #expect(!(try SetupPlan(facts, SetupWishes())).leavesDaemon)
    }

    @Test(
        arguments: [
            (nil, nil, "30d"), (nil, "90d", "90d"), (nil, "36h", "1d12h"), ("24h", nil, nil),
            ("7d", "1w", nil),
        ] as [(String?, String?, String?)]
    )
    func `setup proposes a time to live if none is set`(
        stored: String?,
        wish: String?,
        step: String?
    ) throws {
        var facts = fresh()
        facts.ttl = stored
        var wishes = SetupWishes()
        wishes.ttl = try wish.map { try TimeSpan(text: $0) }
        let plan = try SetupPlan(facts, wishes)
        let file = facts.configurationPath
        #expect(
            plan.steps.dropFirst(3) == step.map { [.key(name: "ttl", value: $0, file: file)] } ?? []
        )
    }

    @Test
    func `setup mentions stored points, and does not replace a time to live that the user has set`()
        throws
    {
        var facts = fresh()
        facts.points = 5
        let remarks = try SetupPlan(facts, SetupWishes()).remarks
        #expect(remarks.contains { $0.contains("“statectl config set ttl 30d --existing”") })
        facts.ttl = "7d"
        #expect(throws: Failure.self) {
            try SetupPlan(facts, SetupWishes(ttl: TimeSpan(seconds: 86_400)))
        }
    }

    @Test func `a step of setup survives a round trip through its record`() {
        let steps: [SetupStep] = [
            .enable(unit: "stated.socket"), .link(path: "/a b", target: "/c"),
            .folder(path: "/d"), .key(name: "remote", value: "file:///d", file: "/e"),
        ]
        for step in steps { #expect(SetupStep(record: step.record) == step) }
        #expect(SetupStep(record: "unit") == nil)
        #expect(SetupStep(record: "rm\t/") == nil)
    }

    // MARK: The command

    /// A home directory with a service manager that notes what it is asked.
    private struct Home {
        let directory: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
            try Self.script(
                directory.file("systemctl"),
                """
                echo "$@" >>"$HOME/asked"
                case "$*" in *show*)
                    for unit in stated.socket stated.service stated-mpris.service; do
                        printf 'Id=%s\\nLoadState=loaded\\nUnitFileState=disabled\\nActiveState=%s\\n\\n' $unit \\
                            $(cat "$HOME/state" 2>/dev/null || echo inactive)
                    done
                esac
                """
            )
            try Self.script(directory.file("mpv"), "true")
        }

        private static func script(_ path: String, _ text: String) throws {
            try "#!/bin/sh\n\(text)\n".write(toFile: path, atomically: true, encoding: .utf8)
            chmod(path, 0o755)
        }

        /// Runs `statectl` with that home; answers output, errors and status.
        func said(_ line: String) async throws -> String {
            try await Program.said(
                line,
                socket: directory.file("s"),
                environment: [
                    "HOME": directory.path, "PATH": "\(directory.path):/usr/bin:/bin",
                    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
                ]
            )
        }

        /// What the service manager was asked for besides its state.
        var asked: [String] {
            let text = try? String(contentsOfFile: directory.file("asked"), encoding: .utf8)
            return (text ?? "").split(separator: "\n").map(String.init)
                .filter { !$0.contains("show") }
        }
    }

    @Test func `setup changes nothing before the user confirms, and --undo reverts it`()
        async throws
    {
        let home = try Home()
        let folder = home.directory.file("Sync/stated")
        let file = home.directory.file(".config/stated/stated.yaml")
        let plan = try await home.said("setup --dry-run --folder \(folder)")
        #expect(plan.contains("systemctl --user enable --now stated.socket"))
        #expect(plan.contains("statectl config set remote file://\(folder)"))
        #expect(try await home.said("setup").hasSuffix("so confirm with --yes\n[64]"))
        #expect(home.asked == [])
        #expect(access(file, F_OK) != 0)

        let done = try await home.said("setup --yes --folder \(folder)")
        // The remarks come last: they are about what setup leaves to the person.
        let end = try #require(
            done.firstRange(of: "All done. “statectl setup --undo” undoes it.\n\n")
        )
        #expect(!done[..<end.lowerBound].contains("The script for mpv"))
        #expect(done[end.upperBound...].contains("The script for mpv"))
        #expect(
            home.asked == [
                "--user enable --now stated.socket", "--user enable --now stated-mpris.service",
            ]
        )
        #expect(
            try String(contentsOfFile: file, encoding: .utf8)
                == "remote: file://\(folder)\nttl: 30d\n"
        )
        #expect(access(folder, F_OK) == 0)

        let undone = try await home.said("setup --undo --yes")
        #expect(undone.contains("done    systemctl --user disable --now stated.socket\n"))
        #expect(
            home.asked.suffix(2) == [
                "--user disable --now stated-mpris.service", "--user disable --now stated.socket",
            ]
        )
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "")
        #expect(access(folder, F_OK) != 0)
        #expect(try await home.said("setup --undo --yes") == "There is nothing to undo.\n")
    }

    @Test func `setup reports a service that ends right after its start`() async throws {
        let home = try Home()
        let state = home.directory.file("state")
        try "failed".write(toFile: state, atomically: true, encoding: .utf8)
        let said = try await home.said("setup --yes")
        #expect(said.contains("stated.socket has failed; see “statectl doctor”\n[75]"))
        #expect(!said.contains("All done."))
    }

    @Test func `setup --undo keeps what the user has changed since`() async throws {
        let home = try Home()
        let folder = home.directory.file("Sync")
        let file = home.directory.file(".config/stated/stated.yaml")
        _ = try await home.said("setup --yes --folder \(folder)")
        try "remote: file:///elsewhere\n".write(toFile: file, atomically: true, encoding: .utf8)
        try "mine".write(toFile: "\(folder)/note", atomically: true, encoding: .utf8)
        let json = try await home.said("setup --undo --yes --json")
        let results = json.split(separator: "\n")
        #expect(results.count == 5)
        #expect(results.allSatisfy { $0.contains(#""done":true"#) })
        #expect(
            try String(contentsOfFile: file, encoding: .utf8) == "remote: file:///elsewhere\n"
        )
        #expect(access("\(folder)/note", F_OK) == 0)
    }
}
