// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Varlink

/// Two devices of one person with a folder that both see, each a daemon in a process of its own.
struct Household {
    /// Where the folder lies.
    let directory: TemporaryDirectory
    /// One device.
    let attic: DaemonProcess
    /// The other one.
    let cellar: DaemonProcess

    /// The folder was synced with though its disk was away.
    struct StillThere: Error {
        let answer: Client.Answer
    }

    /// What both sync with.
    var folder: String { directory.file("shared") }

    private var away: String { directory.file("away") }

    /// Two devices that have met.
    init(_ arguments: String..., clock: TestClock? = nil) throws {
        try self.init(starting: true, arguments, clock)
        try meet()
    }

    private init(starting: Bool, _ arguments: [String], _ clock: TestClock? = nil) throws {
        directory = try TemporaryDirectory()
        mkdir(directory.file("shared"), 0o700)
        attic = try Self.device("attic", directory.file("shared"), arguments)
        cellar = try Self.device("cellar", directory.file("shared"), arguments)
        for daemon in [attic, cellar] { daemon.setup.clock = clock }
        guard starting else { return }
        try attic.start()
        try cellar.start()
    }

    /// Two devices that have yet to be started, and a folder that is empty.
    static func asleep(_ arguments: String...) throws -> Household {
        try Household(starting: false, arguments)
    }

    /// A device that syncs with a folder, and has yet to be started.
    static func device(
        _ label: String,
        _ folder: String,
        _ arguments: [String] = []
    ) throws -> DaemonProcess {
        let daemon = try DaemonProcess()
        daemon.setup.arguments = ["--remote", "file://\(folder)", "--device", label] + arguments
        return daemon
    }

    /// Lets each device hear of the other.
    func meet() throws {
        for daemon in [attic, cellar, attic] { try daemon.client().syncNow() }
    }

    /// Takes the folder's disk away.
    func unmount() {
        rename(folder, away)
    }

    /// Puts the folder's disk back in its place.
    func mount() {
        rmdir(folder)
        rename(away, folder)
    }

    /// Takes the folder's disk away, and waits until both devices have noticed.
    func goOffline() throws {
        unmount()
        for daemon in [attic, cellar] {
            let answer = try daemon.client().sync("SyncNow")
            guard answer.error == "io.stated.Sync.RemoteUnavailable" else {
                throw StillThere(answer: answer)
            }
        }
    }

    /// Puts the folder's disk back, and waits until both devices have sent all they had to send,
    /// and received all that there is to receive.
    func goOnline() throws {
        mount()
        for daemon in [attic, cellar, attic, cellar] { try daemon.client().syncNow() }
    }
}
