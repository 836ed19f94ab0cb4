// SPDX-License-Identifier: Apache-2.0
import Foundation
import RemoteFolder
import StateTesting
import SyncModel
import SyncTesting
import Testing

@testable import statectl

extension SyncSetupTests {
    /// A moment of a move, in the order in which a move gets there.
    private enum Moment: CaseIterable {
        /// The configuration file names the new folder.
        case written
        /// The device is off the list of the former folder.
        case left
        /// The daemon has read the configuration file.
        case followed
        /// The new folder is set up.
        case setUp
    }

    @Test func `a crash at any moment of a move loses nothing`() async throws {
        let (attic, cellar) = (try device("attic"), try device("cellar"))
        var folders = [place.file("first")]
        for daemon in [attic, cellar] { _ = try await sync(daemon, "setup \(folders[0])") }
        var expected: [String: Double] = [:]
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
                try interrupt(victim, moving: former, to: target, at: moment)
                for daemon in [victim, other] { _ = try await sync(daemon, "move \(target)") }
                try round(attic, cellar)
                #expect(try points(attic) == expected)
                #expect(try points(cellar) == expected)
            }
        }
        for daemon in [attic, cellar] { try daemon.kill() }
        var lives: Set<Origin> = []
        for folder in folders {
            let audit = try await audit(folder)
            #expect(audit.faults == [])
            lives.formUnion(audit.origins)
        }
        #expect(lives.count == 2)
    }

    /// Runs a move to another folder, and kills it and the daemon once it has reached a moment.
    private func interrupt(
        _ daemon: DaemonProcess,
        moving former: String,
        to target: String,
        at moment: Moment
    ) throws {
        let nowhere = try #require(FileHandle(forWritingAtPath: "/dev/null"))
        let presences = names(in: former + "/presences").count
        let reloads = reloads(of: daemon)
        let command = try Program.start(
            ["sync", "move", target, "--yes", "--config", daemon.configuration],
            socket: daemon.socket,
            environment: ["HOME": daemon.directory.path],
            output: nowhere,
            errors: nowhere
        )
        try waitUntil("the move is \(moment)") {
            switch moment {
            case .written:
                try String(contentsOfFile: daemon.configuration, encoding: .utf8).contains(target)
            case .left: names(in: former + "/presences").count < presences
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
