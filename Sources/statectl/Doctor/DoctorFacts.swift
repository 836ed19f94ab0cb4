// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateModel
import StateProtocol

/// The facts that `statectl doctor` evaluates.
struct DoctorFacts {
    var context = TimeContext.current
    var version = ""
    var socket = ""
    /// True if the socket is that of the system-wide daemon.
    var isSystem = false
    /// The daemon's health, or the error of the call.
    var health: Result<Health, StateClientError> = .failure(.cancelled)
    /// The process that listens on the socket, but does not respond; `nil` if there is none, or it
    /// is unknown.
    var hungProcess: Int32?
    /// The units of the service manager; `nil` without a service manager.
    var units: [UnitFacts]?
    /// The configuration with which the daemon would start; `nil` if the program `stated` is
    /// missing.
    var configuration: ConfigurationFacts?
    /// The backups of the store; `nil` if they cannot be listed.
    var backups: [StoredBackup]?
    /// The file system that contains the store.
    var space: SpaceFacts?
    /// The status of sync; `nil` if unknown.
    var sync: SyncStatus?
    /// The devices that the remote store knows.
    var devices: [Sync.Device] = []
    var players: [Player] = []
    var alerts = 0
    var mpv = MPVFacts()
    var web = WebFacts.absent
    /// The podcast apps that have a password.
    var apps: [AppFacts] = []
    /// The running programs whose executables have been replaced since they were started.
    var replaced: [String] = []
    /// The transitions, such as `sleep`, that logind delays for the daemon; `nil` without logind.
    var delayed: [String]?
    var hasBus = false
    /// True if the kernel's clock is synchronised.
    var isClockSynchronised = true
}

/// A unit of the service manager.
struct UnitFacts: Equatable {
    var name: String
    /// The properties printed by `systemctl show`.
    var properties: [String: String]

    var isInstalled: Bool { properties["LoadState"] != "not-found" }
    /// True if the unit is started with the session.
    var isEnabled: Bool { properties["UnitFileState"]?.hasPrefix("enabled") == true }
    var isActive: Bool { properties["ActiveState"] == "active" }
    /// The process ID of the unit's main process; `nil` if there is none.
    var process: Int32? {
        properties["MainPID"].flatMap { Int32($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    /// True if the unit has failed.
    var hasFailed: Bool { properties["ActiveState"] == "failed" }
    /// True if the service manager could not set up the unit's namespaces.
    ///
    /// This is shown by the exit statuses USER, CAPABILITIES and NAMESPACE in systemd.exec(5).
    var lacksNamespaces: Bool {
        hasFailed && ["217", "218", "226"].contains(properties["ExecMainStatus"])
    }
    /// True if the unit file has changed since the service manager read it.
    var isOutdated: Bool { properties["NeedDaemonReload"] == "yes" }

    /// Parses the output of `systemctl show`, in which an empty line separates units.
    static func parse(_ text: String) -> [UnitFacts] {
        text.split(separator: "\n\n").compactMap { (block: Substring) -> UnitFacts? in
            var properties: [String: String] = [:]
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
                if let name = parts.first { properties[name] = parts.count > 1 ? parts[1] : "" }
            }
            return properties["Id"].map { UnitFacts(name: $0, properties: properties) }
        }
    }
}

/// The state of the web server, as reported by `stated-web open`.
enum WebFacts: Equatable {
    /// The web server is not installed.
    case absent
    /// The web server serves the page at the given address.
    case serving(String)
    /// The web server is installed, but does not listen.
    case silent
    /// The web server refuses to start for the given reason.
    case refusing(String)
    /// Another user's server listens on the address of the web server.
    case taken(String)
}

/// A podcast app that has a password, as listed by `stated-web clients`.
struct AppFacts: Equatable {
    /// The name with which the app signs in.
    var name: String
    /// The time at which the password was generated.
    var createdAt: Timestamp
    /// The time of the app's last request; `nil` if there was none.
    var lastSeenAt: Timestamp?

    /// Parses a line with the name, the program and two times in seconds, separated by tabs.
    init?(_ line: Substring) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard parts.count == 4, let created = Int(parts[2]), let seen = Int(parts[3]) else {
            return nil
        }
        (name, createdAt) = (String(parts[0]), Timestamp(created * 1_000))
        lastSeenAt = seen > 0 ? Timestamp(seen * 1_000) : nil
    }
}

/// The configuration with which the daemon would start.
struct ConfigurationFacts: Equatable {
    /// The reason why the program `stated` cannot run, such as a missing library; `nil` if it can.
    var obstacle: String?
    /// The errors in the configuration.
    var faults: [String] = []
    /// The values in effect, by key.
    var values: [String: String] = [:]

    /// Returns the value of a key as a number, also for a size such as `2GiB`; `nil` for an unknown
    /// key.
    func number(_ key: String) -> Int? {
        guard let text = values[key] else { return nil }
        let digits = text.prefix { $0.isNumber }
        let factors = [
            "": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
        ]
        guard let number = Int(digits), let factor = factors[String(text.dropFirst(digits.count))]
        else { return nil }
        return number * factor
    }
}

struct SpaceFacts: Equatable {
    /// The directory whose file system was examined.
    var folder: String
    /// The number of bytes that are available to the user.
    var freeBytes: Int
    /// The number of files that can still be created; `nil` if unlimited.
    var freeFiles: Int?
    var isReadOnly: Bool
}

struct MPVFacts: Equatable {
    /// True if mpv is in PATH.
    var isInstalled = false
    /// True if `statectl` is in PATH, where the script looks for it.
    var findsProgram = false
    /// The copies of this project's script that mpv loads.
    var scripts: [Script] = []
    /// The path of the installed script; `nil` if it is not installed.
    var installed: String?

    /// A script that mpv loads.
    struct Script: Equatable {
        /// The path from which mpv loads the script.
        var path: String
        var exists: Bool
        /// True if the file is the installed script, or has the same contents.
        var isCurrent: Bool
    }
}
