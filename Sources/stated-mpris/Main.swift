import ArgumentParser
import Glibc
import PlayerMPRIS
import StateBridge
import StateClient
import StateModel

/// Follows the media players on the session bus for the daemon that keeps playback state.
@main
enum Main {
    @MainActor
    static func main() async {
        // Before all else: what comes later starts threads.
        let signals = Signals()
        let options = MPRISOptions.parseOrExit()
        guard let executor = LoopExecutor() else {
            Notice.tell("no descriptor left")
            exit(EX_OSERR)
        }
        let mailbox = Mailbox()
        let (stream, errands) = AsyncStream<Errand>.makeStream()
        let side = BusSide(mailbox: mailbox, errands: stream)
        let lost = await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: executor) { await side.run() }
            var bridge = MPRISBridge(
                MPRISFilter(including: options.include, excluding: options.exclude),
                at: Member.Place(
                    socket: options.socket ?? SocketPath.standard(),
                    seats: PlayerSeat.folder(),
                    transcripts: options.transcripts
                ),
                executor: executor,
                mailbox: mailbox,
                errands: errands,
                signals: signals
            )
            // It waits here, on the main thread, and runs the tasks.
            return bridge.run()
        }
        guard let lost else { return }
        Notice.tell("no session bus: \(lost); is DBUS_SESSION_BUS_ADDRESS set?")
        exit(EX_UNAVAILABLE)
    }
}

/// What a person may say to it.
struct MPRISOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stated-mpris",
        abstract: "Follow the media players on the session bus.",
        discussion: "It is run by “statectl bridge mpris” and by its user unit.",
        version: Release.version
    )

    @Option(help: "Follow this player alone; may be given more than once.")
    var include: [String] = []

    @Option(help: "Do not follow this player; may be given more than once.")
    var exclude: [String] = []

    @Option(help: "A directory for transcripts of what each player says, for bug reports.")
    var transcripts: String?

    @Option(help: "The daemon's socket (default: $STATED_SOCKET, else the user's own).")
    var socket: String?
}

/// Lines for the person, or the journal.
enum Notice {
    /// Writes a line to standard error.
    static func tell(_ text: String) {
        let line = Array("stated-mpris: \(text)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
