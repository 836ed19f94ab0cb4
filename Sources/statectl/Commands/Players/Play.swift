// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateBridge
import StateClient
import StateModel
import StateRelease

/// `statectl play`: plays files in mpv, each from the position at which it stopped.
struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play files in mpv, each from where it stopped.",
        discussion: """
            All that follows statectl's own options goes to mpv as it is, and statectl ends with \
            mpv's exit status. With nothing to play it goes on with what was played last, and \
            with what came after that. If no daemon runs, mpv plays all the same, and the daemon \
            hears of it when it comes.

            Example:
              statectl play --fullscreen film.mkv
            """
    )

    @OptionGroup var name: PlayerNameOption
    @OptionGroup var daemon: SocketOption

    /// The arguments for mpv.
    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("mpv's options, and files or URLs.", valueName: "mpv-arguments"),
        completion: .file()
    )
    var arguments: [String] = []

    func run() throws {
        try answerForOurselves()
        // Signals come first: the following lines may start threads.
        let signals = Signals()
        let nameLock = PlayerNameLock(
            try PlayerNameLock.base(name.player),
            in: PlayerNameLock.folder()
        )
        var bridge = MPVBridge(player: nameLock.player, socket: daemon.path, isAutomatic: false)
        let absence = bridge.findDaemon()
        let arguments = PlayArguments(words: arguments)
        let items = arguments.nameSomething ? [] : try Self.standing(bridge, nameLock, absence)
        if let absence {
            Output.notices().line("statectl: \(absence.visible); mpv plays without it")
        }
        let ends = try Self.pair()
        let words = arguments.command(ipc: ends.theirs, remembers: absence != nil, items: items)
        let program = try PlayerProgram(words, signals: signals)
        nameLock.hold(for: program.pid)
        close(ends.theirs)
        bridge.follow(ends.ours, of: program)
        withExtendedLifetime(nameLock) {}
        throw ExitCode(program.status ?? 0)
    }

    /// Answers the options that every command has: mpv does not know this program's own options.
    private func answerForOurselves() throws {
        switch arguments.first {
        case "--help", "-h": throw CleanExit.helpRequest(Self.self)
        case "--version": throw CleanExit.message(Release.line(of: "statectl"))
        default: break
        }
    }

    /// Returns the item that the player played last, and the queue after it.
    private static func standing(
        _ bridge: MPVBridge,
        _ nameLock: PlayerNameLock,
        _ absence: String?
    ) throws(Failure) -> [String] {
        if let absence {
            throw Failure(.noDaemon, "\(absence.visible), so name a file to play")
        }
        guard let standing = bridge.standing, let item = standing.item else {
            throw Failure(
                .notThere,
                "\(nameLock.player) has nothing to go on with; name a file to play"
            )
        }
        return [item] + standing.queue
    }

    /// Returns both ends of a new connection; started programs inherit `theirs`.
    private static func pair() throws(Failure) -> (ours: StreamSocket, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &ends) == 0 else {
            throw Failure(.tryAgain, "cannot talk to mpv: \(String(cString: strerror(errno)))")
        }
        _ = fcntl(ends[1], F_SETFD, 0)
        return (StreamSocket(ends[0]), ends[1])
    }
}
