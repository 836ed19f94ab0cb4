// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import StateClient
import StateRelease
import SystemSupport

struct DoctorSurvey {
    private static let timeout = Duration.seconds(5)

    let client: StateClient

    func facts() async -> DoctorFacts {
        var facts = DoctorFacts()
        facts.version = Release.version
        facts.socket = client.socket
        facts.start = DaemonStart(socket: client.socket).remedy
        facts.isSystem = client.socket == SocketPath.system
        facts.units = ServiceManager(isSystem: facts.isSystem).units()
        facts.replaced = (facts.units ?? []).filter { unit in
            let program = unit.process.flatMap { FilePath.target(of: "/proc/\($0)/exe") }
            return program?.hasSuffix(" (deleted)") == true
        }.map(\.name)
        facts.delayed = Self.delayed(isSystem: facts.isSystem)
        facts.configuration = Self.configuration(isSystem: facts.isSystem)
        facts.mpv = MPVSurvey().facts
        facts.web = WebSurvey.facts()
        facts.apps = WebSurvey.apps()
        facts.hasBus = Self.hasBus
        facts.isClockSynchronised = Clocks.isSynchronised
        await ask(&facts)
        let store = (try? facts.health.get().storePath) ?? "\(UserFolder.state)/stated/state.db"
        facts.space = Self.space(of: store)
        return facts
    }

    private func ask(_ facts: inout DoctorFacts) async {
        let timeout = Self.timeout
        do throws(StateClientError) {
            let reply = try await client.call(Service.GetHealth.self, .init(), within: timeout)
            facts.health = .success(reply.health)
        } catch {
            facts.health = .failure(error)
            if case .disconnected = error {
                facts.hungProcess = (try? StreamSocket(to: client.socket))?.peer
            }
            return
        }
        facts.backups = try? await client.backups()
        facts.sync = try? await client.syncStatus()
        let devices = try? await client.call(Sync.ListDevices.self, .init(), within: timeout)
        facts.devices = devices?.devices ?? []
        facts.players = (try? await client.players(within: timeout)) ?? []
        facts.alerts = (try? await client.receivedAlerts(within: timeout).count) ?? 0
    }

    private static func configuration(isSystem: Bool) -> ConfigurationFacts? {
        guard let program = ConfigurationProgram(options: isSystem ? ["--system"] : []) else {
            return nil
        }
        if let obstacle = program.obstacle { return ConfigurationFacts(obstacle: obstacle) }
        let settings = program.settings()
        return ConfigurationFacts(
            faults: settings == nil ? program.faults() : [],
            values: Dictionary((settings ?? []).map { ($0.key, $0.value) }) { $1 }
        )
    }

    private static func delayed(isSystem: Bool) -> [String]? {
        let manager = ["org.freedesktop.login1", "/org/freedesktop/login1"]
        let method = ["org.freedesktop.login1.Manager", "ListInhibitors"]
        let run = ToolRun.run(["busctl", "--json=short", "call"] + manager + method)
        guard run.hasSucceeded else { return nil }
        return Inhibitors.delayed(in: run.output, for: isSystem ? nil : Int(geteuid()))
    }

    static var hasBus: Bool {
        if Environment["DBUS_SESSION_BUS_ADDRESS"] != nil { return true }
        return Environment["XDG_RUNTIME_DIR"].map { access("\($0)/bus", F_OK) == 0 } ?? false
    }

    /// Returns the free space on the file system that contains, or will contain, a file.
    private static func space(of file: String) -> SpaceFacts? {
        var folder = Directory.parent(of: file)
        while access(folder, F_OK) != 0, folder != "/", folder != "." {
            folder = Directory.parent(of: folder)
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
