// SPDX-License-Identifier: Apache-2.0
import StateConfiguration
import StateDaemon
import SystemSupport

@testable import StateSystem

/// Loads what a daemon would load from these sources; without a text there is no file.
func loadConfiguration(
    file: String? = nil,
    environment: [String: String] = [:],
    arguments: [String] = [],
    named: String? = nil
) throws -> LoadedConfiguration {
    var loader = ConfigurationLoader(
        arguments: arguments,
        environment: environment,
        path: named,
        isSystem: false,
        remoteComplaint: RemoteAddress.complaint
    )
    loader.path = "/etc/stated.yaml"
    loader.defaults = defaults
    return try loader.load { path in
        guard let file else { throw SystemError("open", path: path, code: 2) }
        return file
    }
}

/// What holds where a test says nothing.
let defaults = Configuration(
    places: Places(socket: "/run/s", store: "/var/s.db", configuration: "/etc/stated.yaml"),
    hostName: "box"
)

/// The one line that a person gets for each fault.
func configurationFaults(
    file: String? = nil,
    environment: [String: String] = [:],
    arguments: [String] = []
) -> [String] {
    do {
        _ = try loadConfiguration(file: file, environment: environment, arguments: arguments)
        return []
    } catch let error as ConfigurationFaults {
        return error.faults.map(\.description)
    } catch {
        return ["\(error)"]
    }
}
