// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import StateClient
import StateModel
import StateProtocol
import StateRelease

/// The collection of the facts for `statectl doctor`.
struct DoctorSurvey {
    /// The time within which a daemon that works answers.
    private static let timeout = Duration.seconds(10)
    /// The time within which the daemon has read its copies.
    private static let backupTimeout = Duration.seconds(120)

    /// The client of the daemon.
    let client: StateClient
    /// The path of the daemon's socket.
    let socket: String

    /// Returns the facts; a part that cannot be asked is left out.
    func facts() async -> DoctorFacts {
        var facts = DoctorFacts()
        facts.version = Release.version
        facts.socket = socket
        facts.isSystem = socket == SocketPath.system
        facts.units = ServiceManager(isSystem: facts.isSystem).units()
        facts.configuration = Self.configuration(isSystem: facts.isSystem)
        facts.mpv = MPVSurvey().facts
        facts.hasBus = Self.hasBus
        facts.isClockSynchronised = Clocks.isSynchronised
        await ask(&facts)
        let store = (try? facts.health.get().storePath) ?? "\(UserFolder.state)/stated/state.db"
        facts.space = Self.space(of: store)
        return facts
    }

    /// Asks the daemon.
    private func ask(_ facts: inout DoctorFacts) async {
        let client = client
        do throws(StateClientError) {
            let answer = try await Self.within(Self.timeout) { () async throws(StateClientError) in
                try await client.answer(Service.GetHealth.self, .init())
            }
            let reply = try StateClient.decode(Service.GetHealth.Reply.self, answer)
            facts.health = .success(reply.health)
        } catch {
            facts.health = .failure(error)
            return
        }
        facts.backups = try? await Self.within(Self.backupTimeout) {
            () async throws(StateClientError) in
            let answer = try await client.answer(Service.ListBackups.self, .init())
            return try StateClient.decode(Service.ListBackups.Reply.self, answer).backups
        }
        facts.sync = try? await StatusAnswers.sync(client)
        if let answer = try? await client.answer(Sync.ListDevices.self, .init()) {
            facts.devices =
                (try? StateClient.decode(Sync.ListDevices.Reply.self, answer).devices) ?? []
        }
        if let answer = try? await client.answer(Session.ListPlayers.self, .init()) {
            facts.players =
                (try? StateClient.decode(Session.ListPlayers.Reply.self, answer).players) ?? []
        }
        if let answer = try? await client.answer(Session.ListAlerts.self, .init()) {
            facts.alerts = (try? RawJSON.elements("alerts", of: answer).count) ?? 0
        }
    }

    /// Returns the answer to a question, or throws if it takes too long.
    private static func within<Value: Sendable>(
        _ timeout: Duration,
        _ ask: @escaping @Sendable () async throws(StateClientError) -> Value
    ) async throws(StateClientError) -> Value {
        let first = await withTaskGroup(of: Result<Value, StateClientError>.self) { group in
            group.addTask {
                do throws(StateClientError) {
                    return .success(try await ask())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return .failure(.unavailable(reason: "the daemon does not answer in \(timeout)"))
            }
            let first = await group.next()
            group.cancelAll()
            return first
        }
        guard let first else { throw .cancelled }
        return try first.get()
    }

    private static func configuration(isSystem: Bool) -> ConfigurationFacts? {
        guard let program = ConfigurationProgram(options: isSystem ? ["--system"] : []) else {
            return nil
        }
        let settings = program.settings()
        return ConfigurationFacts(
            faults: settings == nil ? program.faults() : [],
            values: Dictionary((settings ?? []).map { ($0.key, $0.value) }) { $1 }
        )
    }

    /// True if a session bus is there.
    static var hasBus: Bool {
        if Environment["DBUS_SESSION_BUS_ADDRESS"] != nil { return true }
        return Environment["XDG_RUNTIME_DIR"].map { access("\($0)/bus", F_OK) == 0 } ?? false
    }

    /// Returns the file system of the nearest existing directory above a file.
    private static func space(of file: String) -> SpaceFacts? {
        var folder = FilePath.folder(file)
        while access(folder, F_OK) != 0, folder != "/", folder != "." {
            folder = FilePath.folder(folder)
        }
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        return SpaceFacts(
            folder: folder,
            freeBytes: Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize)),
            freeFiles: status.f_files == 0 ? nil : Int(clamping: status.f_favail),
            isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0
        )
    }
}
