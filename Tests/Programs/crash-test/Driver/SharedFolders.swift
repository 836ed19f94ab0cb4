// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import RemoteFolder
import StateTesting
import SyncModel
import SyncTesting

/// The remote of the devices of a trial, which fails now and then.
protocol TrialRemote: AnyObject {
    /// The value of `remote` for daemons that start from now on.
    var address: String { get }
    /// The number of times that a part of it was taken away, for people.
    var absences: Int { get }
    /// The parts that were taken away, for people.
    var absence: String { get }

    /// Takes all or a part of it away.
    func disturb(_ random: inout SeededRandom) throws
    /// Brings everything back.
    func restore() throws
    /// Makes another store the remote of all devices, each from its next start on.
    func move() throws
    /// Keeps what is there now, if devices may remove it before the audit.
    func keep()
    /// The longest time for which rounds may fail after ``restore()``, in milliseconds.
    var recoveryMilliseconds: Int { get }
    /// Audits all stores that devices used.
    func audits() async throws -> [RemoteAudit]
}

/// A folder that devices share, and the one to which they move.
final class SharedFolders: TrialRemote {
    /// The number of times that the folder was unavailable.
    private(set) var absences = 0
    /// No time: a folder is there or not.
    let recoveryMilliseconds = 0
    /// The words for the folder's absence.
    let absence = "folder away"
    private let directory: TemporaryDirectory
    private var folder: String
    private var archives: [FolderArchive]
    private var isMounted = true

    /// Makes the first folder.
    init(in directory: TemporaryDirectory) {
        self.directory = directory
        folder = directory.file("shared")
        mkdir(folder, 0o700)
        archives = [FolderArchive(of: folder, at: directory.file("archive"))]
    }

    /// The URL of the folder.
    var address: String { "file://\(folder)" }

    /// Unmounts the folder.
    func disturb(_ random: inout SeededRandom) {
        guard isMounted else { return }
        absences += 1
        isMounted = rename(folder, folder + "-away") != 0
    }

    /// Mounts the folder.
    func restore() {
        if !isMounted { isMounted = rename(folder + "-away", folder) == 0 }
    }

    /// Makes another folder.
    ///
    /// Everything that was sent to the old folder must be sent to the new one, by whichever device
    /// reaches it first and last.
    func move() {
        restore()
        folder = directory.file("moved")
        mkdir(folder, 0o700)
        archives.append(FolderArchive(of: folder, at: directory.file("moved-archive")))
    }

    /// Keeps the files of all folders.
    func keep() {
        for archive in archives { archive.keep() }
    }

    /// Audits the archives.
    func audits() async throws -> [RemoteAudit] {
        var audits: [RemoteAudit] = []
        for archive in archives { audits.append(try await archive.audit()) }
        return audits
    }
}

/// An archive of everything that a folder ever held, as devices remove files that they have packed.
struct FolderArchive {
    private let folder: String
    private let path: String

    /// Creates an archive of the folder, in a new directory.
    init(of folder: String, at path: String) {
        self.folder = folder
        self.path = path
        for directory in [path, path + "/devices", path + "/presences"] { mkdir(directory, 0o700) }
    }

    /// Adds the files that are there now.
    func keep() {
        link(folder + "/stated-folder", path + "/stated-folder")
        for origin in DaemonFiles.names(in: folder + "/devices") {
            mkdir("\(path)/devices/\(origin)", 0o700)
            for file in DaemonFiles.names(in: "\(folder)/devices/\(origin)") {
                link("\(folder)/devices/\(origin)/\(file)", "\(path)/devices/\(origin)/\(file)")
            }
        }
    }

    /// Audits the whole archive.
    func audit() async throws -> RemoteAudit {
        let reader = Origin(device: .random(in: .min ... .max), incarnation: 1)
        let remote = FolderRemote(path: path, origin: reader, known: nil)
        _ = try await remote.setUp()
        return try await RemoteAudit.of(remote)
    }
}
