// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import Varlink

/// A harness with a daemon, a session bus and an MPRIS bridge, on which players appear.
package final class PlayersHarness {
    private static let plugin = "--script=/usr/lib/mpv-mpris/mpris.so"

    /// The daemon.
    package let daemon: DaemonProcess
    /// The session bus.
    package let bus: PrivateBus
    /// The bridge that was started last.
    package private(set) var bridge: DaemonProgram?

    /// Starts the daemon, the bus and the bridge, without players.
    package init() throws {
        daemon = try .running()
        bus = try PrivateBus()
        // VLC does not run as root, so it runs as another user, who needs access to the directory.
        chmod(daemon.directory.path, 0o777)
        try openBridge()
    }

    deinit {
        bridge?.signal(SIGKILL)
        _ = try? bridge?.waitForExit()
    }

    /// Returns the path of a file of the daemon or the players.
    package func file(_ name: String) -> String { daemon.directory.file(name) }

    /// Creates a film of a minute and returns its path.
    package func film(_ name: String, seconds: Int = 60) throws -> String {
        try Media.film(file(name), seconds: seconds)
        return file(name)
    }

    /// Starts the bridge with statectl, as a person does.
    package func openBridge(_ options: String..., variables: [String: String] = [:]) throws {
        let words = [try DaemonProcess.executable("statectl"), "bridge", "mpris"]
        bridge = try DaemonProgram(
            words + options,
            environment: try environment().merging(variables) { $1 },
            output: file("bridge.log")
        )
    }

    /// Stops the bridge and waits until it has ended.
    @discardableResult
    package func closeBridge() throws -> DaemonProgram.Exit? {
        bridge?.signal(SIGTERM)
        return try bridge?.waitForExit()
    }

    /// The output of the bridge.
    package var said: String {
        String(decoding: (try? DaemonFiles.read(file("bridge.log"))) ?? [], as: UTF8.self)
    }

    private func environment() throws -> [String: String] {
        var environment = try PlayerProcess.environment(daemon.directory, daemon.socket)
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        return environment
    }

    // MARK: Players

    /// Starts plain mpv, which appears on the bus.
    package func mpv(_ arguments: String...) throws -> PlayerProcess {
        try mpv(by: ["/usr/bin/mpv"], arguments)
    }

    /// Starts a program that runs mpv, which appears on the bus.
    package func mpv(by words: [String], _ arguments: [String]) throws -> PlayerProcess {
        try PlayerProcess(
            words,
            [Self.plugin] + arguments,
            in: daemon.directory,
            daemon: daemon.socket,
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        )
    }

    /// Starts VLC, which appears on the bus by itself.
    package func vlc(_ arguments: [String]) throws -> DaemonProgram {
        let user = getuid() == 0 ? ["/usr/bin/setpriv", "--reuid", "65534", "--clear-groups"] : []
        let options = ["--intf", "dummy", "--aout", "dummy", "--no-video"]
        mkdir(file("vlc-home"), 0o777)
        chmod(file("vlc-home"), 0o777)
        var environment = try environment()
        environment["HOME"] = file("vlc-home")
        return try DaemonProgram(
            user + ["/usr/bin/cvlc"] + options + arguments,
            environment: environment,
            output: file("vlc.log")
        )
    }

    // MARK: State

    /// Returns a subscription to the changes from now on.
    package func stream() throws -> ClientStream {
        try daemon.stream()
    }

    /// Returns the resume point of an item, or `nil` if there is no such item.
    package func point(_ item: String) throws -> JSONValue? {
        try daemon.client().playback("Get", ["item": .string(item)])["point"]
    }

    /// Returns the position of an item, in seconds, or `nil` if there is no such item.
    package func position(_ item: String) throws -> Double? {
        try point(item)?["position"]?.number
    }
}
