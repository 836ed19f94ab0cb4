// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateModel

struct DoctorFacts {
    var context = TimeContext.current
    var version = ""
    var socket = ""
    /// The command that starts a daemon on that socket; `nil` if none can listen on it.
    var start: String?
    /// True for the socket of the system-wide daemon.
    var isSystem = false
    var health: Result<Health, StateClientError> = .failure(.cancelled)
    /// The ID of the process that listens on the socket without responding, if known.
    var hungProcess: Int32?
    var units: [UnitFacts]?
    /// The configuration that the daemon would use; `nil` if the program `stated` is missing.
    var configuration: ConfigurationFacts?
    var backups: [StoredBackup]?
    var space: SpaceFacts?
    var sync: SyncStatus?
    var devices: [Sync.Device] = []
    var players: [Player] = []
    var alerts = 0
    var mpv = MPVFacts()
    var web = WebFacts.absent
    /// The podcast apps that have a password.
    var apps: [AppFacts] = []
    /// The running units whose executables have been replaced since their start.
    var replaced: [String] = []
    /// The transitions, such as `sleep`, that logind delays for the daemon; `nil` without logind or
    /// busctl(1).
    var delayed: [String]?
    var hasBus = false
    var isClockSynchronised = true
}

struct UnitFacts: Equatable {
    var name: String
    /// The properties, as printed by `systemctl show`.
    var properties: [String: String]

    var isInstalled: Bool { properties["LoadState"] != "not-found" }
    var isEnabled: Bool { properties["UnitFileState"]?.hasPrefix("enabled") == true }
    var isActive: Bool { properties["ActiveState"] == "active" }
    var process: Int32? {
        properties["MainPID"].flatMap { Int32($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    var hasFailed: Bool { properties["ActiveState"] == "failed" }
    /// True if the unit failed because its namespaces could not be set up.
    ///
    /// The exit statuses are USER, CAPABILITIES and NAMESPACE in systemd.exec(5).
    var lacksNamespaces: Bool {
        hasFailed && ["217", "218", "226"].contains(properties["ExecMainStatus"])
    }
    var isOutdated: Bool { properties["NeedDaemonReload"] == "yes" }

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

/// The web server's state, as reported by `stated-web open`.
enum WebFacts: Equatable {
    case absent
    /// The web server's page has this address.
    case serving(String)
    case silent
    /// The web server would not start, for this reason.
    case refusing(String)
    /// Another user's program uses the web server's address.
    case taken(String)
}

struct AppFacts: Equatable {
    /// The user name with which the app signs in.
    var name: String
    /// The time at which the app got its password.
    var createdAt: Timestamp
    var lastSeenAt: Timestamp?

    /// Parses a line of `stated-web clients`: name, program, two times in seconds, and the number of
    /// waiting changes, separated by tabs.
    init?(_ line: Substring) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard parts.count >= 4, let created = Int(parts[2]), let seen = Int(parts[3]) else {
            return nil
        }
        (name, createdAt) = (String(parts[0]), Timestamp(created * 1_000))
        lastSeenAt = seen > 0 ? Timestamp(seen * 1_000) : nil
    }
}

/// The configuration with which the daemon would start.
struct ConfigurationFacts: Equatable {
    /// The reason why `stated` cannot run, such as a missing library; `nil` if it can.
    var obstacle: String?
    var faults: [String] = []
    var values: [String: String] = [:]

    /// Returns a value that is a whole number or a size such as `2GiB`, which is converted to
    /// bytes; `nil` for any other value.
    func number(_ key: String) -> Int? {
        values[key].flatMap { Int($0) ?? SizeText.parse($0) }
    }
}

struct SpaceFacts: Equatable {
    var folder: String
    var freeBytes: Int
    /// The number of files that can still be created; `nil` if unlimited.
    var freeFiles: Int?
    var isReadOnly: Bool
}

struct MPVFacts: Equatable {
    var isInstalled = false
    /// True if `statectl` is in PATH, where mpv's script looks for it.
    var findsProgram = false
    /// The files of this project's script that mpv is set to load.
    var scripts: [Script] = []
    var installed: String?

    struct Script: Equatable {
        var path: String
        var exists: Bool
        /// True if the file is the installed script, or equal to it.
        var isCurrent: Bool
    }
}
