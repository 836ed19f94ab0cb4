// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CrashModel
import Glibc
import StateModel
import StateProtocol

/// A player in a separate process.
///
/// It prints each step before it begins and after it is answered, so that both are known however
/// the process ends.
struct PlayerProgram: ParsableCommand {
    /// The name and description of the command.
    static let configuration = CommandConfiguration(
        commandName: "player",
        abstract: "Play, queue, fail and raise alerts until the daemon is gone.",
        shouldDisplay: false
    )

    /// The path of the daemon's socket.
    @Option(help: "Where the daemon listens.")
    var socket: String

    /// The name of the player.
    @Option(help: "The player's name.")
    var name: String

    /// The number of earlier players with the same name.
    @Option(help: "How many of that name came before it.")
    var turn: Int

    /// The seed of its random choices.
    @Option(help: "What chance follows from.")
    var seed: UInt64

    /// Plays until the daemon is gone.
    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        // The daemon may be gone before its players have started.
        guard let caller = Caller(to: socket) else { return }
        do {
            try play(caller)
        } catch is Caller.Disconnected {
            // The expected end.
        }
    }

    private func play(_ caller: Caller) throws {
        let found = try caller.ask(
            Session.Attach.self,
            Session.Attach.Parameters(player: name)
        )
        var alerts = try caller.alerts(of: name)
        var state = SessionState()
        state.current = found.item
        state.queue = found.queue
        state.alerts = Set(alerts.keys)
        // An item that was interrupted goes on where it was, for a jump back would be quarantined.
        let points = try caller.ask(Playback.List.self, .init(player: name, limit: 1000)).points
        var positions = Dictionary(uniqueKeysWithValues: points.map { ($0.item, $0.position) })
        if let current = found.item { positions[current] = found.position }
        var script = SessionScript(
            player: name,
            run: turn,
            seed: seed,
            state: state,
            positions: positions
        )
        var pace = SeededRandom(seed: seed)
        while true {
            let step = script.next()
            say("begin " + step.line)
            try perform(step, caller, alerts: &alerts)
            if case .tick = step {} else { say("done") }
            script.did(step)
            poll(nil, 0, Int32.random(in: 0...8, using: &pace))
        }
    }

    private func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // A line is shorter than the size that a pipe accepts atomically.
        _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    }

    private func perform(
        _ step: SessionStep,
        _ caller: Caller,
        alerts: inout [String: AlertID]
    ) throws {
        switch step {
        case .tick(let mark):
            try caller.send(Playback.Save.self, save(mark, .playing, .tick))
        case .pause(let mark): try ask(caller, save(mark, .paused, .pause))
        case .seek(let mark): try ask(caller, save(mark, .playing, .seek))
        case .finish(let mark): try ask(caller, save(mark, .finished, .stop))
        case .fail(let mark):
            try ask(caller, save(mark, .failed, .stop))
            alerts = try caller.alerts(of: name)
        case .playNow(let item):
            _ = try caller.ask(
                Session.PlayNow.self,
                Session.PlayNow.Parameters(player: name, item: item)
            )
        case .skip:
            _ = try caller.ask(Session.Skip.self, Session.Skip.Parameters(player: name))
        case .setQueue(let items):
            _ = try caller.ask(
                Session.SetQueue.self,
                Session.SetQueue.Parameters(player: name, items: items)
            )
        case .enqueue(let items):
            let parameters = Session.Enqueue.Parameters(player: name, items: items, next: true)
            _ = try caller.ask(Session.Enqueue.self, parameters)
        case .unavailable(let item):
            let parameters = Session.ReportUnavailable.Parameters(player: name, item: item)
            alerts[item] = try caller.ask(Session.ReportUnavailable.self, parameters).alert
        case .dismiss(let item):
            guard let id = alerts.removeValue(forKey: item) else {
                throw Violation("\(name): no alert about \(item)")
            }
            _ = try caller.ask(Session.DismissAlert.self, Session.DismissAlert.Parameters(id: id))
        case .phase(let phase):
            _ = try caller.ask(Session.SetPhase.self, Session.SetPhase.Parameters(phase: phase))
        }
    }

    private func ask(_ caller: Caller, _ parameters: Playback.Save.Parameters) throws {
        let result = try caller.ask(Playback.Save.self, parameters).result
        guard [.saved, .cleared].contains(result.outcome) else {
            throw Violation("\(name): a snapshot was \(result)")
        }
    }

    private func save(
        _ mark: SessionStep.Mark,
        _ status: Status,
        _ cause: Cause
    ) -> Playback.Save.Parameters {
        Playback.Save.Parameters(
            snapshot: Snapshot(
                item: mark.item,
                player: name,
                status: status,
                position: mark.position,
                duration: status == .finished ? mark.position : nil,
                title: String(mark.serial),
                cause: cause
            )
        )
    }
}
