// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import StateModel
import StateProtocol
import StateTesting

/// A device that syncs: its files, its daemon while it runs, and its writer.
final class SyncDevice {
    /// The label of the device.
    let name: String
    /// The number of the device in the model.
    let number: Int
    /// The path of its daemon's socket.
    let socket: String
    /// The writer on this device.
    let writer: SyncWriter
    /// The longest time from a start to the first answer, in milliseconds.
    private(set) var longestStart = 0
    /// The address of the remote that it shares from its next start on.
    var remote: String
    private let arguments: [String]
    private let log: String
    private let home: String
    private var daemon: DaemonProcess?

    /// Creates a device that syncs with the remote and is not running yet.
    init(_ name: String, number: Int, remote: String, writer: SyncWriter, _ trial: Trial) {
        self.name = name
        self.number = number
        self.writer = writer
        self.remote = remote
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
            arguments + ["--remote", remote],
            environment: ["HOME": home, "XDG_CONFIG_HOME": home],
            socket: socket,
            log: log
        )
    }

    /// Waits until its daemon answers.
    func ready() throws -> Caller {
        guard let daemon else { throw Violation("\(name) was not started") }
        let (caller, took) = try daemon.ready()
        longestStart = max(longestStart, took)
        return caller
    }

    /// Lets its writer continue.
    func beginWriting() throws {
        guard let link = Link(to: socket) else { throw Violation("\(name) listens no more") }
        writer.link = link
    }

    /// Kills its daemon at once.
    func kill() {
        daemon?.kill()
        daemon = nil
    }
}

extension Caller {
    /// Runs rounds of sync until one succeeds, which it must within that time.
    func sync(within milliseconds: Int) throws {
        let end = wallClock() + milliseconds
        while true {
            do {
                return try sync()
            } catch let violation as Violation {
                guard wallClock() < end else { throw violation }
                poll(nil, 0, 100)
            }
        }
    }

    /// Runs a round of sync with a remote that is available.
    func sync() throws {
        do {
            _ = try ask(Sync.SyncNow.self, NoMembers())
        } catch StateError.remoteUnavailable(let reason) {
            throw Violation("the remote is there, and a round failed: \(reason)")
        }
    }

    /// Returns all resume points, by item.
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

    /// Returns the events after a number, with true if all of them are known to be synced.
    func events(after start: Int) throws -> (found: [SyncEventBook.Found], areSynced: Bool) {
        var found: [SyncEventBook.Found] = []
        var areSynced = true
        var more = true
        while more {
            let page = try ask(
                Events.List.self,
                Events.List.Parameters(after: SequenceNumber(start + found.count), limit: 1_000)
            )
            found += page.events.map {
                SyncEventBook.Found(sequence: $0.sequence.rawValue, id: $0.id)
            }
            areSynced = areSynced && page.events.allSatisfy { $0.state == .synced }
            more = page.more
        }
        return (found, areSynced)
    }
}

/// The part of an item's state that must be the same on all devices.
struct SyncedPlace: Equatable {
    /// The number of the write that it shows; `nil` if its title is not one of ours.
    let serial: Int?
    private let position: Double
    private let player: String
    private let status: Status
    private let device: String

    /// Creates the state from a resume point.
    init(_ point: ResumePoint) {
        serial = point.title.flatMap { Int($0) }
        position = point.position
        player = point.player
        status = point.status
        device = point.device
    }

    /// True if the position is the one that was sent with the number.
    var isWhole: Bool { position == SyncWriter.position(of: serial ?? 0) }
}
