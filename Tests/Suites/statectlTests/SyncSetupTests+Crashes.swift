// SPDX-License-Identifier: Apache-2.0
import Foundation
import RemoteFolder
import StateTesting
import SyncModel
import SyncTesting
import Testing

@testable import statectl

extension SyncSetupTests {
    /// A moment of a change of the remote, in the order in which the change gets there.
    private enum Moment: CaseIterable {
        /// The device is off the list of the former folder.
        case left
        /// The configuration file is changed.
        case written
        /// The daemon has read the configuration file.
        case followed
        /// The new folder is set up.
        case setUp
    }

    @Test func `a crash after any step of sync move loses no resume point`() async throws {
        let (attic, cellar) = (try device("attic"), try device("cellar"))
        var folders = [place.file("first")]
        for daemon in [attic, cellar] { _ = try await sync(daemon, "setup \(folders[0])") }
        var expected: [String: Double] = [:]
        var lives = 2
        for (victim, other) in [(attic, cellar), (cellar, attic)] {
            for moment in Moment.allCases {
                let former = try #require(folders.last)
                let target = place.file("folder-\(folders.count)")
                folders.append(target)
                for daemon in [attic, cellar] {
                    let item = "\(daemon === attic ? "attic" : "cellar")-\(folders.count)"
                    try daemon.client().save(item, Double(folders.count))
                    expected[item] = Double(folders.count)
                }
                try interrupt(victim, "move \(target)", from: former, to: target, at: moment)
                // A device that has left, and finds the former folder in its file, joins it anew.
                if moment == .left, try victim.configured().contains(former) { lives += 1 }
                for daemon in [victim, other] { _ = try await sync(daemon, "move \(target)") }
                try round(attic, cellar)
                #expect(try points(attic) == expected)
                #expect(try points(cellar) == expected)
            }
        }
        for daemon in [attic, cellar] { try daemon.kill() }
        var origins: Set<Origin> = []
        for folder in folders {
            let audit = try await audit(folder)
            #expect(audit.faults == [])
            origins.formUnion(audit.origins)
        }
        #expect(origins.count == lives)
    }

    @Test(arguments: Moment.allCases)
    private func `running the command again completes a crashed join or leave`(
        moment: Moment
    ) async throws {
        let attic = try device("attic")
        let folder = place.file("shared")
        try attic.client().save("film", 600)
        if moment != .left {
            try interrupt(attic, "setup \(folder)", from: folder, to: folder, at: moment)
        }
        let joined = try await sync(attic, "setup \(folder)")
        #expect(joined.hasPrefix("attic syncs through \(folder); 1 resume point here now\n"))
        #expect(names(in: folder + "/presences").count == 1)
        if moment != .setUp {
            try interrupt(attic, "leave", from: folder, to: folder, at: moment)
        }
        // Killed after the file was changed, the command has nothing left to do.
        let isMember = try attic.configured().contains("remote:")
        #expect(
            try await sync(attic, "leave").hasPrefix(
                isMember
                    ? "This device no longer syncs" : "statectl: this device does not sync;"
            )
        )
        #expect(names(in: folder + "/presences").isEmpty)
        #expect(try attic.configured() == "# mine\ndevice: attic\n")
        #expect(try points(attic) == ["film": 600])
        #expect(try await sync(attic, "setup \(folder)").contains("1 resume point here now\n"))
    }

    /// Runs a command that changes the remote, and kills it and the daemon at a moment.
    private func interrupt(
        _ daemon: DaemonProcess,
        _ line: String,
        from former: String,
        to target: String,
        at moment: Moment
    ) throws {
        let nowhere = try #require(FileHandle(forWritingAtPath: "/dev/null"))
        let presences = names(in: former + "/presences").count
        let before = try daemon.configured()
        let reloads = reloads(of: daemon)
        let command = try Program.start(
            ["sync"] + line.split(separator: " ").map(String.init)
                + ["--yes", "--config", daemon.configuration],
            socket: daemon.socket,
            environment: ["HOME": daemon.directory.path],
            output: nowhere,
            errors: nowhere
        )
        try waitUntil("the command has \(moment)") {
            switch moment {
            case .left: names(in: former + "/presences").count < presences
            case .written: try daemon.configured() != before
            case .followed: self.reloads(of: daemon) > reloads
            case .setUp: FileManager.default.fileExists(atPath: target + "/stated-folder")
            }
        }
        command.signal(SIGKILL)
        try daemon.kill()
        _ = command.wait()
        try daemon.start()
    }

    private func names(in directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }

    private func reloads(of daemon: DaemonProcess) -> Int {
        daemon.log.split(separator: "\n").count { $0.contains("configuration changed") }
    }

    /// Looks through all that a folder holds.
    private func audit(_ folder: String) async throws -> RemoteAudit {
        let reader = Origin(device: .random(in: .min ... .max), incarnation: 1)
        let remote = FolderRemote(path: folder, origin: reader, known: nil)
        _ = try await remote.setUp()
        return try await RemoteAudit.of(remote)
    }
}

extension DaemonProcess {
    /// Returns the text of the configuration file.
    fileprivate func configured() throws -> String {
        try String(contentsOfFile: configuration, encoding: .utf8)
    }
}
