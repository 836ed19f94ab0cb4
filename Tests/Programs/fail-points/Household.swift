// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import NATSTesting
import StateTesting
import SystemSupport
import Varlink

/// A daemon whose calls can fail, its user, and the values that were acknowledged.
final class Household {
    /// The control of the calls that fail.
    let control: FaultControl
    private let daemon: DaemonProcess
    private let servers: NATSCluster?
    private var client: Client?
    private var number = 0
    /// The acknowledged positions and events.
    private var kept: [String: Double] = [:]
    private var events: Set<String> = []
    /// What the store held when the backup `base` was made.
    private var based: (kept: [String: Double], events: Set<String>)?

    /// Creates a daemon that is not running, with a remote if the part needs one.
    init(for part: FailPoint.Part, library: String) throws {
        daemon = try DaemonProcess()
        let directory = daemon.directory
        control = try FaultControl(directory.file("faults"))
        daemon.setup.environment = control.environment(library: library, below: directory.path)
        servers = part == .server ? try NATSCluster() : nil
        let shared = directory.file("shared")
        mkdir(shared, 0o700)
        let address = servers.map { "nats://\($0.addresses[0])/films" } ?? "file://\(shared)"
        guard [.folder, .server, .start].contains(part) else { return }
        daemon.setup.arguments = ["--remote", address, "--device", "attic"]
    }

    // MARK: The process

    /// The result of a start.
    func start() throws -> FailPoint.Sign {
        client = nil
        do {
            try daemon.start()
            return .served
        } catch let failure as DaemonProcess.NotReady {
            guard failure.exit == .status(1), !failure.log.isEmpty else {
                throw Violation("the start ended with \(failure.exit): \(log)")
            }
            _ = daemon.manager.heard()
            return .refusesToStart
        }
    }

    /// Starts the daemon, which must succeed.
    func startWell() throws {
        let sign = try start()
        guard sign == .served else { throw Violation("no start without a fault: \(log)") }
    }

    /// Kills the daemon.
    func kill() throws {
        client = nil
        try daemon.kill()
    }

    /// Stops the daemon in an orderly way.
    func stop() throws {
        client = nil
        let exit = try daemon.stop()
        _ = daemon.manager.heard()
        guard case .status = exit else { throw Violation("the stop ended with \(exit as Any)") }
    }

    /// Throws if the daemon has ended.
    func expectAlive() throws {
        guard let exit = daemon.program?.exit else { return }
        throw Violation("the daemon ended with \(exit): \(log)")
    }

    /// The last lines of its log.
    var log: String { String(daemon.log.suffix(1_000)) }

    // MARK: Calls

    /// Does a part of the workload, and returns the first sign of a failure.
    func perform(_ part: FailPoint.Part) throws -> FailPoint.Sign {
        do {
            let caller: Client
            if let client, part != .saves { caller = client } else { caller = try daemon.client() }
            client = caller
            if part == .restore { return try restore(caller) }
            var sign = try save(caller)
            if sign == .served { sign = try append(caller) }
            guard sign == .served else { return sign }
            switch part {
            case .backup:
                number += 1
                return try self.sign(
                    of: caller.service("Backup", ["name": .string("copy-\(number)")])
                )
            case .folder, .server: return try self.sign(of: caller.sync("SyncNow"))
            default: return .served
            }
        } catch is Client.Closed {
            client = nil
            return .disconnected
        } catch is SystemError {
            client = nil
            try expectAlive()
            return .disconnected
        }
    }

    private func sign(of answer: Client.Answer) throws -> FailPoint.Sign {
        guard let error = answer.error else { return .served }
        guard let sign = FailPoint.Sign(rawValue: error), answer["why"]?.text?.isEmpty == false
        else {
            throw Violation("an answer is \(answer)")
        }
        return sign
    }

    private func save(_ caller: Client) throws -> FailPoint.Sign {
        number += 1
        let (item, position) = ("item \(number)", Double(number) + 0.5)
        let sign = try sign(of: caller.attempt(item, position))
        if sign == .served { kept[item] = position }
        // A refusal says that nothing was changed, and reads go on.
        let found = try caller.position(item)
        guard found == (sign == .served ? position : nil) else {
            throw Violation("\(item) is \(found as Any) after the answer \(sign)")
        }
        return sign
    }

    private func append(_ caller: Client) throws -> FailPoint.Sign {
        number += 1
        let sign = try sign(of: caller.append("event-\(number)"))
        if sign == .served { events.insert("event-\(number)") }
        return sign
    }

    /// Makes the backup that ``perform(_:)`` restores.
    func makeBase() throws {
        let answer = try daemon.client().service("Backup", ["name": "base"])
        guard answer.error == nil else { throw Violation("no backup: \(answer)") }
        based = (kept, events)
    }

    private func restore(_ caller: Client) throws -> FailPoint.Sign {
        let sign = try sign(of: caller.service("Restore", ["name": "base"]))
        if sign == .served, let based { (kept, events) = based }
        return sign
    }

    // MARK: Checks

    /// Expects that health is degraded.
    func expectDegraded() throws {
        let health = try daemon.client().service("GetHealth")
        guard health["health.status"] == "degraded",
            health["health.problems"]?.elements.isEmpty == false
        else { throw Violation("health is \(health)") }
    }

    /// Waits until a part of the workload succeeds, health is ok, and no alert is left.
    func recover(_ part: FailPoint.Part) throws {
        do {
            try waitUntil("\(part) succeeds") { try perform(part) == .served }
            try waitUntil("health is ok") {
                try daemon.client().service("GetHealth")["health.status"] == "ok"
            }
            try waitUntil("no alert is left") {
                try daemon.client().call("io.stated.Session.ListAlerts")["alerts"]?.elements == []
            }
        } catch let error as TimedOut {
            throw Violation("\(error.description): \(log)")
        }
    }

    /// Compares the store with what was acknowledged.
    func check() throws {
        let caller = try daemon.client()
        for (item, position) in kept {
            let found = try caller.position(item)
            guard found == position else {
                throw Violation("\(item) is \(found as Any) instead of \(position): \(log)")
            }
        }
        let found = Set(try caller.allEvents().compactMap { $0["id"]?.text })
        guard events.isSubset(of: found) else {
            throw Violation("lost \(events.subtracting(found).sorted()): \(log)")
        }
    }

    /// Expects that another device gets from the remote what was acknowledged here.
    func checkOnPeer() throws {
        guard let index = daemon.setup.arguments.firstIndex(of: "--remote") else { return }
        let peer = try DaemonProcess()
        peer.setup.arguments = [
            "--remote", daemon.setup.arguments[index + 1], "--device", "cellar",
        ]
        try peer.start()
        let caller = try peer.client()
        try caller.syncNow()
        for (item, position) in kept where try caller.position(item) != position {
            throw Violation("another device does not have \(item): \(log)")
        }
    }
}
