// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerKit
import PlayerMPV
import StateBridge
import StateClient

/// A bridge between one mpv and the daemon.
struct MPVBridge {
    /// The time to wait for the last acknowledgements after the end of mpv.
    private static let drainMilliseconds = 5_000
    /// The time to wait for a daemon that is not connected, but may be restarting.
    private static let reconnectMilliseconds = 1_000

    private var follower: MPVFollower
    private var link: DaemonLink
    private var playerSocket: StreamSocket?
    private var line: [UInt8] = []
    private var program: PlayerProgram?
    private var process: ProcessWatch?
    private let reader = ContentReader()
    private let look = TimedLook()
    private var copies = LocalCopies()
    private var wasAttached = false

    /// Creates a bridge; `isAutomatic` is false if the user has asked to resume every item.
    init(player: String, socket: String, isAutomatic: Bool) {
        follower = MPVFollower(
            player: player,
            files: .init(
                resolve: { [look] in look.value(of: $0, ItemFile.resolved) },
                // If the disk does not respond, the file may exist.
                exists: { [look] in look.value(of: $0) { access($0, F_OK) == 0 } ?? true },
                canHaveLost: { [look] folder, time in
                    look.value(of: folder) { PlayedFile.canHaveLost($0, since: time) } ?? false
                },
                look: { [look] in look.value(of: $0, FileState.init(of:)) }
            )
        )
        link = DaemonLink(player: player, socket: socket, isAutomatic: isAutomatic)
    }

    /// Connects to the daemon; returns the problem, or `nil` on success.
    mutating func findDaemon() -> String? {
        take(link.wake([]))
        let end = Clocks.elapsed + Self.reconnectMilliseconds
        while !link.isAttached, link.absence == nil, Clocks.elapsed < end { turn(until: end) }
        return link.isAttached ? nil : link.absence ?? "the daemon does not answer"
    }

    /// Follows mpv until it has ended and its last report is acknowledged, or the wait is over.
    ///
    /// `program` is the mpv that this process started and must wait for; `nil` for any other.
    mutating func follow(_ playerSocket: StreamSocket, of program: PlayerProgram? = nil) {
        self.playerSocket = playerSocket
        self.program = program
        // The peer of a socket pair is this process, whose working directory mpv shares.
        follower.workingDirectory = playerSocket.peer.flatMap {
            look.value(of: "/proc/\($0)/cwd", ItemFile.resolved)
        }
        if program == nil { process = playerSocket.peer.map(ProcessWatch.init) }
        take(follower.begin())
        if process?.isTooLate == true { handleDisconnect() }
        while self.playerSocket != nil || program.map({ $0.status == nil }) == true { turn() }
        // If the daemon was never connected, there is no reason to wait.
        let gracePeriod =
            link.isAttached ? Self.drainMilliseconds : !wasAttached ? 0 : Self.reconnectMilliseconds
        let end = Clocks.elapsed + gracePeriod
        while !link.isStored || follower.awaitsReport, Clocks.elapsed < end { turn(until: end) }
        if link.unacknowledged > 0 {
            let reason = link.absence ?? "the daemon did not acknowledge the last report in time"
            Output.notice(LossNotice.text(reason, items: link.unacknowledged))
        }
    }

    private mutating func turn(until end: Int = .max) {
        var polls = link.polls
        if let playerSocket {
            let events = playerSocket.isBlocked ? POLLIN | POLLOUT : POLLIN
            polls.append(pollfd(fd: playerSocket.descriptor, events: Int16(events), revents: 0))
        }
        polls += [program?.descriptor, process?.descriptor, reader.descriptor, copies.descriptor]
            .compactMap(\.self).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let wake = min(link.wakeAt ?? .max, copies.wakeAt ?? .max, end)
        let timeout = wake == .max ? -1 : Int32(clamping: max(0, wake - Clocks.elapsed))
        poll(&polls, nfds_t(polls.count), timeout)
        let ready = polls.filter { $0.revents != 0 }.map(\.fd)
        program?.attend()
        let isOver = program.map { $0.status != nil } ?? false
        if let playerSocket, isOver || ready.contains(playerSocket.descriptor) { readPlayer() }
        // Another process may hold the other end of the socket open.
        if isOver, playerSocket != nil { handleDisconnect() }
        if let process, ready.contains(process.descriptor) { handleDisconnect() }
        if ready.contains(reader.descriptor) { handleReads() }
        take(link.wake(ready))
    }

    private mutating func handleReads() {
        for answer in reader.take() {
            take(follower.contents(of: answer.path, key: answer.key, now: Clocks.elapsed))
        }
    }

    private mutating func readPlayer() {
        while let playerSocket {
            guard playerSocket.flush() else { return handleDisconnect() }
            switch playerSocket.receive() {
            case .nothing: return
            case .bytes(let bytes): handle(bytes)
            case .end: return handleDisconnect()
            }
        }
    }

    private mutating func handle(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            line += rest[..<end]
            rest = rest[(end + 1)...]
            // A line with a name that is not valid UTF-8 cannot be parsed.
            if let message = try? MPVMessage(line: line) {
                take(follower.event(message, now: Clocks.elapsed))
            }
            line.removeAll(keepingCapacity: true)
        }
        line += rest
    }

    private mutating func handleDisconnect() {
        playerSocket = nil
        process = nil
        take(follower.gone())
    }

    private mutating func take(_ events: [SurfaceEvent]) {
        let passed = copies.pass(events)
        for call in passed.calls { take(link.call(call)) }
        for event in passed.events {
            if case .attached = event { wasAttached = true }
            // The calls that earlier events caused must be answered first.
            if case .settled = event, !link.isSettled { continue }
            take(follower.event(event, now: Clocks.elapsed))
        }
    }

    private mutating func take(_ actions: [MPVFollower.Action]) {
        for action in actions {
            switch action {
            case .command(let command): _ = playerSocket?.send(command.line)
            case .call(let call): take(link.call(call))
            case .read(let path): reader.read(path)
            case .expired(let item, let position, let at):
                let ago = TimeContext.current.moment(at).ago
                let offer =
                    "expired \(ago) at \(Position(seconds: position).clock); "
                    + "press \(MPVCommand.goBackKey) in mpv to go there"
                _ = playerSocket?.send(MPVCommand.show("The position \(offer)").line)
                Output.notice("\(ItemName.of(item, title: nil)) \(offer)")
            case .missed(let item, let position):
                let place = Position(seconds: position).clock
                Output.notice("mpv did not seek to \(place) in \(item.visible)")
            }
        }
    }
}
