import CrashModel
import Glibc
import StateModel
import StateProtocol
import StateTesting

/// A device of those that sync: its files, its daemon while it runs, and who writes there.
final class SyncDevice {
    /// Its label.
    let name: String
    /// Its number in the book.
    let number: Int
    /// Where its daemon listens.
    let socket: String
    /// Who writes there.
    let writer: SyncWriter
    /// The longest time from a start to the first answer, in milliseconds.
    private(set) var longestStart = 0
    /// The folder that it shares from its next start on.
    var folder: String
    private let arguments: [String]
    private let log: String
    private let home: String
    private var daemon: DaemonProcess?

    /// A device that syncs with the folder, and does not run yet.
    init(_ name: String, number: Int, folder: String, writer: SyncWriter, _ trial: Trial) {
        self.name = name
        self.number = number
        self.writer = writer
        self.folder = folder
        home = trial.directory.path
        log = trial.log
        socket = trial.directory.file(name)
        arguments = [
            trial.settings.daemon, "--socket", socket, "--store",
            "\(trial.directory.path)/\(name)-store/state.db", "--jump-window", "1h", "--device",
            name,
        ]
    }

    /// Starts its daemon.
    func start() throws {
        daemon = try DaemonProcess(
            arguments + ["--remote", "file://\(folder)"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": home],
            socket: socket,
            log: log
        )
    }

    /// Waits until it serves.
    func ready() throws -> Caller {
        guard let daemon else { throw Violation("\(name) was not started") }
        let (caller, took) = try daemon.ready()
        longestStart = max(longestStart, took)
        return caller
    }

    /// Lets the writer go on.
    func beginWriting() throws {
        guard let link = Link(to: socket) else { throw Violation("\(name) listens no more") }
        writer.link = link
    }

    /// Kills its daemon on the spot.
    func kill() {
        daemon?.kill()
        daemon = nil
    }
}

extension Caller {
    /// Makes a round of sync with a remote that is there.
    func sync() throws {
        do {
            _ = try ask(Sync.SyncNow.self, NoMembers())
        } catch StateError.remoteUnavailable(let why) {
            throw Violation("the folder is there, and a round failed: \(why)")
        }
    }

    /// All resume points, by item.
    func points() throws -> [String: SyncedPlace] {
        var points: [String: SyncedPlace] = [:]
        var cursor: String?
        repeat {
            let page = try ask(
                Playback.List.self,
                Playback.List.Parameters(limit: 1_000, cursor: cursor)
            )
            for point in page.points { points[point.item] = SyncedPlace(point) }
            cursor = page.cursor
        } while cursor != nil
        return points
    }

    /// The events from that number on, and whether all of them are known to be synced.
    func events(after start: Int) throws -> (found: [SyncEventBook.Found], areSynced: Bool) {
        var found: [SyncEventBook.Found] = []
        var areSynced = true
        var more = true
        while more {
            let page = try ask(
                Events.List.self,
                Events.List.Parameters(after: start + found.count, limit: 1_000)
            )
            found += page.events.map { SyncEventBook.Found(sequence: $0.sequence, id: $0.id) }
            areSynced = areSynced && page.events.allSatisfy { $0.state == .synced }
            more = page.more
        }
        return (found, areSynced)
    }
}

/// What must be the same on all devices about an item.
struct SyncedPlace: Equatable {
    /// The number of the write that it shows; nil: none of ours has such a title.
    let serial: Int?
    private let position: Double
    private let player: String
    private let status: Status
    private let device: String

    /// Where an item stands.
    init(_ point: ResumePoint) {
        serial = point.title.flatMap { Int($0) }
        position = point.position
        player = point.player
        status = point.status
        device = point.device
    }

    /// Whether the position is the one that was sent with the number.
    var isWhole: Bool { position == SyncWriter.position(of: serial ?? 0) }
}
