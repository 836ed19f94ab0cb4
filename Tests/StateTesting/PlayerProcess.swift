package import Glibc

/// A player as a person starts one: `statectl play`, or plain mpv, without sound or picture.
package final class PlayerProcess {
    /// Options that make mpv the same everywhere.
    package static let options = [
        "--no-config", "--load-scripts=no", "--ao=null", "--vo=null", "--no-terminal",
    ]

    /// Our own hand on its mpv.
    package let mpv: MPVSocket
    private let program: DaemonProgram
    private let log: String

    /// Starts a program, which starts an mpv or is one, and takes hold of that.
    ///
    /// - Parameters:
    ///   - words: the program, and its arguments but for mpv's usual ones.
    ///   - arguments: what mpv is to play, and how.
    ///   - directory: where it runs, and what is private to it.
    ///   - daemon: the socket that it looks for a daemon at.
    ///   - environment: more variables.
    /// - Throws: what the system says against starting it, or that its mpv does not come.
    package init(
        _ words: [String],
        _ arguments: [String],
        in directory: TemporaryDirectory,
        daemon: String,
        environment: [String: String] = [:]
    ) throws {
        // Each has a socket of its own, whatever ran before.
        let number = DaemonFiles.names(in: directory.path).count
        let ipc = directory.file("mpv-\(number)")
        log = directory.file("player-\(number)")
        program = try DaemonProgram(
            words + Self.options + ["--input-ipc-server=\(ipc)"] + arguments,
            environment: Self.environment(directory, daemon).merging(environment) { $1 },
            output: log
        )
        mpv = try MPVSocket(ipc)
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

    /// The variables that a player gets.
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

    /// The number of the program that was started.
    package var pid: pid_t { program.pid }

    /// What it has printed.
    package var said: String {
        String(decoding: (try? DaemonFiles.read(log)) ?? [], as: UTF8.self)
    }

    /// Sends the program that was started a signal.
    package func signal(_ number: Int32) {
        program.signal(number)
    }

    /// Quits mpv as a person does, and waits until all is over.
    @discardableResult
    package func quit() throws -> DaemonProgram.Exit {
        // mpv may be gone before it has answered.
        _ = try? mpv.command("quit")
        return try program.waitForExit()
    }

    /// Kills mpv on the spot, and waits until all is over.
    @discardableResult
    package func kill() throws -> DaemonProgram.Exit {
        Glibc.kill(try mpv.pid(), SIGKILL)
        return try program.waitForExit()
    }

    /// Waits until all is over.
    package func waitForExit() throws -> DaemonProgram.Exit {
        try program.waitForExit()
    }
}
