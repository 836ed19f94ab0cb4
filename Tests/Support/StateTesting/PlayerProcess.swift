// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// A player as a person starts it: `statectl play` or plain mpv, without sound or picture.
package final class PlayerProcess {
    /// The options that make mpv behave the same everywhere.
    package static let options = [
        "--no-config", "--load-scripts=no", "--ao=null", "--vo=null", "--no-terminal",
    ]

    /// The test's own connection to its mpv.
    package let mpv: MPVSocket
    private let program: DaemonProgram
    private let log: String

    /// Starts a program that runs mpv, and connects to that mpv.
    ///
    /// - Parameters:
    /// - words: the program and its arguments, except for mpv's usual ones.
    /// - arguments: the media and the options for mpv.
    /// - directory: the working files of the player.
    /// - daemon: the path of the daemon's socket.
    /// - environment: additional variables.
    /// - Throws: the system's error if the program does not start, or an error if its mpv does not.
    package init(
        _ words: [String],
        _ arguments: [String],
        in directory: TemporaryDirectory,
        daemon: String,
        environment: [String: String] = [:]
    ) throws {
        // Each player has a new socket, whatever ran before.
        let number = DaemonFiles.names(in: directory.path).count
        let ipc = directory.file("mpv-\(number)")
        log = directory.file("player-\(number)")
        program = try DaemonProgram(
            words + Self.options + ["--input-ipc-server=\(ipc)"] + arguments,
            environment: Self.environment(directory, daemon).merging(environment) { $1 },
            output: log
        )
        do {
            mpv = try MPVSocket(ipc)
        } catch {
            let said = String(decoding: (try? DaemonFiles.read(log)) ?? [], as: UTF8.self)
            throw NotPlaying(cause: error, output: said)
        }
    }

    /// Starts `statectl play`.
    package static func play(
        _ arguments: String...,
        for daemon: DaemonProcess,
        player: String? = nil
    ) throws -> PlayerProcess {
        let named = player.map { ["--player", $0] } ?? []
        return try PlayerProcess(
            [try DaemonProcess.executable("statectl"), "play"] + named,
            arguments,
            in: daemon.directory,
            daemon: daemon.socket
        )
    }

    /// Returns the environment of a player.
    package static func environment(
        _ directory: TemporaryDirectory,
        _ daemon: String
    ) throws -> [String: String] {
        let statectl = try DaemonProcess.executable("statectl")
        let folder = statectl.dropLast("/statectl".count)
        return [
            "PATH": "\(folder):/usr/bin:/bin", "HOME": directory.path, "TZ": "UTC",
            "XDG_RUNTIME_DIR": directory.path, "STATED_SOCKET": daemon,
        ]
    }

    /// The process id of the program that was started.
    package var pid: pid_t { program.pid }

    /// The output of the program.
    package var said: String {
        String(decoding: (try? DaemonFiles.read(log)) ?? [], as: UTF8.self)
    }

    /// Sends a signal to the program that was started.
    package func signal(_ number: Int32) {
        program.signal(number)
    }

    /// Quits mpv as a person does, and waits until the program has ended.
    @discardableResult
    package func quit() throws -> DaemonProgram.Exit {
        // mpv may exit before it has replied.
        _ = try? mpv.command("quit")
        return try program.waitForExit()
    }

    /// Kills mpv at once, and waits until the program has ended.
    @discardableResult
    package func kill() throws -> DaemonProgram.Exit {
        Glibc.kill(try mpv.pid(), SIGKILL)
        return try program.waitForExit()
    }

    /// Waits until the program has ended.
    package func waitForExit() throws -> DaemonProgram.Exit {
        try program.waitForExit()
    }
}

/// The error of a player whose mpv does not listen: what the program said instead.
private struct NotPlaying: Error {
    let cause: any Error
    let output: String
}
