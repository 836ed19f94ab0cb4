// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateBridge
import StateClient
import StateRelease

struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        "play",
        "Play files in mpv, each from where it stopped.",
        about: """
            Everything after statectl's own options is passed to mpv, and statectl exits with \
            mpv's status. Without a file, it resumes the item played last on any device. If no \
            daemon is running, mpv plays anyway, and its position is stored once one is running.
            """,
        examples: ["statectl play --fullscreen film.mkv", "statectl play --pick"]
    )

    @OptionGroup var name: PlayerNameOption
    @OptionGroup var devices: DeviceOptions

    @Flag(help: "Show the last ten items, and ask which to play.")
    var pick = false

    @Flag(help: "Resume the item that expired last, or restore expired positions.")
    var expired = false

    /// True if the arguments already contain files only; no items are looked up.
    @Flag(name: .customLong("as-files"), help: .hidden)
    var areFiles = false

    @OptionGroup var daemon: SocketOption

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("mpv's options, and files or URLs.", valueName: "mpv-arguments"),
        completion: .file()
    )
    var arguments: [String] = []

    func run() throws {
        try handleOwnOptions()
        // Signals must be blocked before the next lines start threads.
        let signals = Signals()
        let nameLock = try name.lock()
        var bridge = MPVBridge(player: nameLock.player, socket: daemon.path, isAutomatic: false)
        let absence = bridge.findDaemon()
        let arguments = PlayArguments(words: arguments)
        if let absence {
            Output.notice("\(absence.visible); mpv plays without it")
        }
        let ends = try Self.pair()
        let words = arguments.command(
            ipc: ends.theirs,
            remembers: absence != nil,
            script: ProgramFile.shared("mpv/\(MPVSurvey.script)")
        )
        let program = try PlayerProgram(words, signals: signals)
        nameLock.hold(for: program.pid)
        close(ends.theirs)
        bridge.follow(ends.ours, of: program)
        withExtendedLifetime(nameLock) {}
        throw ExitCode(program.status ?? 0)
    }

    /// Handles the options that are meant for statectl and not for mpv, if the first argument is
    /// one: `--help`, `-h`, `--version` and `--json`.
    private func handleOwnOptions() throws {
        switch arguments.first {
        case "--help", "-h": throw CleanExit.helpRequest(Self.self)
        case "--version": throw CleanExit.message(Release.line(of: "statectl"))
        case "--json":
            let advice = "“statectl list --json” lists the items"
            throw Failure(
                .usage,
                "play cannot print JSON, because its output is that of mpv; \(advice)"
            )
        default: break
        }
    }

    /// Creates a pair of connected sockets; programs that this process starts inherit `theirs`.
    private static func pair() throws(Failure) -> (ours: StreamSocket, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &ends) == 0 else {
            throw Failure(.tryAgain, "cannot reach mpv: \(String(cString: strerror(errno)))")
        }
        _ = fcntl(ends[1], F_SETFD, 0)
        return (StreamSocket(ends[0]), ends[1])
    }
}

// MARK: - Without an item

extension Play {
    /// Runs this program again with the chosen or found files; returns if the arguments need no
    /// lookup.
    ///
    /// The calls to the daemon start threads, but ``Signals`` must be created before any thread.
    func chooseItems() async throws {
        let given = PlayArguments(words: arguments)
        guard !given.nameSomething else {
            try checkChoice()
            return try await findItems(in: given)
        }
        try handleOwnOptions()
        let lock = try name.lock()
        let items = try await items(for: lock.player)
        throw Self.replace(by: words(playing: items))
    }

    /// Throws a failure if an option selects among stored items although files are given.
    private func checkChoice() throws(Failure) {
        guard !areFiles else { return }
        let problem: String
        if pick {
            problem = "--pick asks which item to play"
        } else if devices.narrow {
            problem = "\(devices.here ? "--here" : "--device") selects the item to play"
        } else {
            return
        }
        throw Failure(.usage, "\(problem); leave out the files")
    }

    /// Runs this program again, with files in place of items; returns if no item is to be looked
    /// up.
    ///
    /// If a call to the daemon fails, mpv receives the arguments unchanged, except if positions were
    /// to be restored: mpv would play from the beginning.
    private func findItems(in given: PlayArguments) async throws {
        let unknown = given.unknown { access($0, F_OK) == 0 || FilePath.target(of: $0) != nil }
        guard !areFiles, expired || !unknown.isEmpty else { return }
        if expired { try await bringBack(given.items) }
        var words = arguments
        do {
            for index in unknown {
                let item = WrittenItem(words[index], client: daemon.client)
                let name = try await item.stored("there is neither a file nor a resume point for")
                do {
                    words[index] = try await PlayableItem.of(name, from: daemon.client)
                } catch let failure as Failure {
                    // mpv will report that the file is missing, which raises an alert.
                    guard name == item.own, name.hasPrefix("/") else { throw failure }
                }
            }
        } catch is StateClientError {
            words = arguments
        }
        throw Self.replace(by: command(words))
    }

    private func bringBack(_ items: [String]) async throws(StateClientError) {
        let client = daemon.client
        for item in items {
            guard let name = try await WrittenItem(item, client: client).known() else { continue }
            do {
                _ = try await client.get(name)
            } catch {
                if case .expired(let own, _) = error { try await client.undo(own) }
            }
        }
    }

    private func items(for player: String) async throws -> [String] {
        let client = daemon.client
        do {
            let device = try await devices.name(from: client)
            let choice = PlayChoice(
                points: Continuation(client: client, player: name.player, device: device),
                player: player,
                isWhole: !devices.narrow && !pick && !expired
            )
            return try await choice.items(pick: pick, expired: expired)
        } catch let error as StateClientError {
            guard case .noDaemon = error else { throw error }
            let message = Failure(error, from: .current).message
            throw Failure(.noDaemon, "\(message), or give a file to play")
        }
    }

    func words(playing items: [String]) -> [String] {
        command(arguments + (arguments.contains("--") ? [] : ["--"]) + items)
    }

    private func command(_ words: [String]) -> [String] {
        let named = name.player.map { ["--player", $0] } ?? []
        return ["statectl", "play", "--as-files", "--socket", daemon.path] + named + words
    }

    /// Replaces this process with a new one of this program; returns only if that fails.
    private static func replace(by words: [String]) -> Failure {
        let reason = NextProgram.become("/proc/self/exe", words)
        return Failure(.tryAgain, "cannot start statectl again with the items found: \(reason)")
    }
}
