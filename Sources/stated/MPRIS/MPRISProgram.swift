// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import PlayerMPRIS
import StateBridge
import StateClient
import StateConfiguration
import StateRelease
import StateSystem
import SystemSupport

enum MPRISProgram {
    /// Runs the bridge until a signal arrives; exits with status 69 if the session bus is missing
    /// or lost.
    @MainActor
    static func main() async {
        // Signals must be blocked before the next lines start threads.
        let signals = Signals()
        FaultReport.install(prefix: "stated-mpris: ")
        let options = MPRISOptions.parseOrExit()
        let executor = makeExecutor()
        let mailbox = Mailbox<BusEvent>()
        let (stream, requests) = AsyncStream<PlayerRequest>.makeStream()
        let socket = options.socket ?? SocketPath.standard()
        let notifications = notifies() ? AlertNotifications(socket: socket) : nil
        let client = BusClient(mailbox: mailbox, requests: stream, notifications: notifications)
        let lost = await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: executor) { await client.run() }
            var bridge = MPRISBridge(
                MPRISFilter(including: options.include, excluding: options.exclude),
                at: MPRISConnection.Place(
                    socket: socket,
                    requests: requests,
                    nameLocks: PlayerNameLock.folder(),
                    transcripts: options.transcripts
                ),
                executor: executor,
                mailbox: mailbox,
                notifications: notifications,
                signals: signals
            )
            // The bridge polls on the main thread, which also runs the tasks.
            return bridge.run()
        }
        guard let lost else { return }
        StandardError.report(
            "no session bus: \(lost); is DBUS_SESSION_BUS_ADDRESS set?",
            by: "stated-mpris"
        )
        exit(EX_UNAVAILABLE)
    }

    private static func makeExecutor() -> LoopExecutor {
        do {
            return try LoopExecutor()
        } catch {
            StandardError.report("cannot create the task executor: \(error)", by: "stated-mpris")
            exit(EX_OSERR)
        }
    }

    /// Returns true unless a valid configuration disables notifications.
    private static func notifies() -> Bool {
        let loader = ConfigurationLoader(
            arguments: [],
            environment: Machine.environment,
            path: nil,
            isSystem: false
        )
        return (try? loader.load().configuration.notifications) ?? true
    }
}

struct MPRISOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stated-mpris",
        abstract: "Follow the media players on the session bus.",
        discussion: "“statectl bridge mpris” and the user unit stated-mpris run this program.",
        version: Release.line(of: "stated-mpris")
    )

    @Option(help: "Follow only this player; may be repeated.")
    var include: [String] = []

    @Option(help: "Do not follow this player; may be repeated.")
    var exclude: [String] = []

    @Option(help: "A directory for transcripts of what each player says, for bug reports.")
    var transcripts: String?

    @Option(help: "The daemon's socket (default: $STATED_SOCKET, else the user's own).")
    var socket: String?
}

enum Notice {
    static func tell(_ text: String) {
        StandardError.write("stated-mpris: \(text)\n")
    }
}
