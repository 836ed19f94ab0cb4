// SPDX-License-Identifier: Apache-2.0
import Logging
import NIOCore
import Varlink

/// The connections of a server and their handler, confined to the server's loop.
///
/// In a turn of the loop, every readable channel is read and its calls are handed over. Then
/// ``endTurn()`` lets the handler finish, and each connection sends its output.
final class ServerCore {
    private enum TurnEnd {
        case notAsked
        /// In this turn, once the last readable channel is read.
        case comes
        /// After the sockets were polled again, as it was requested while a turn ended.
        case afterNextLook
    }

    /// The server's event loop.
    let loop: any EventLoop
    /// The limits of the server.
    let limits: ConnectionLimits
    /// The logger of the server.
    let logger: Logger

    /// The handler; `nil` before ``serve(_:)`` and once the server has stopped.
    var handler: (any ServerHandler)?
    private var quota: ConnectionQuota
    private var queue = FairQueue()
    /// The memory held in the connections' buffers.
    var ledger: BufferLedger
    /// The decision when freed memory is returned to the system.
    var relief = MemoryRelief()
    /// The timer that looks at the freed memory.
    var reliefTimer: Scheduled<Void>?
    /// The connections that wait to read more of a long message.
    private var readers = ReadQueue()
    /// The faults of peers, summed up for the log.
    var faults = FaultDigest()
    /// The watch for processes that keep the server busy.
    var usage = UsageWatch()
    /// The rate limit for long calls.
    var pace = LongCallPace()
    private var meter = CallMeter()
    /// The connections whose next call is held back, in the order in which they were held.
    var held: [HeldCall] = []
    /// The timer that reconsiders the held calls.
    var heldTimer: Scheduled<Void>?
    /// The timer that logs the faults summed up.
    var faultReport: Scheduled<Void>?
    /// True if calls were left over when the time of the last turn was up.
    private var isSaturated = false
    /// The open connections.
    var connections: [ConnectionID: Connection] = [:]
    private var lastNumber: UInt64 = 0
    /// The connections to settle when the turn ends.
    private var dirty: [Connection] = []
    /// The connections left over when the time of the last turn was up.
    private var late: [Connection] = []
    /// The wake-up of the loop after its sockets were polled.
    let wakeup: LoopWakeup
    private var turnEnd = TurnEnd.notAsked
    private var isEndingTurn = false
    private var isCarryingOut = false
    /// True while connections are closed because their user holds too much.
    var isMakingRoom = false
    /// True while the handler ends its turn; its output is settled directly afterwards.
    private var isAboutToSettle = false
    private var handlerWasCalled = false
    /// The work to do at the end of turns, one piece after each poll.
    var deferred: [() -> Void] = []
    /// The rate limit for that work.
    var deferredPace = DeferredPace()
    /// The timer of the next piece, if it has to wait.
    var deferredTimer: Scheduled<Void>?
    private var deferredIsDue = false
    /// The timer that wakes the handler.
    let alarm: Alarm
    private var wakeIsDue = false
    /// The timer of the next check for stalled connections.
    var sweep: Scheduled<Void>?
    /// The promise that succeeds once the server has stopped and its last connection is closed.
    var stopped: EventLoopPromise<Void>?

    /// Creates a server without connections and without a handler.
    init(loop: any EventLoop, wakeup: LoopWakeup, limits: ConnectionLimits, logger: Logger) {
        self.loop = loop
        self.wakeup = wakeup
        self.limits = limits
        self.logger = logger
        quota = ConnectionQuota(limits: limits)
        ledger = BufferLedger(limits: limits)
        alarm = Alarm(loop: loop)
        alarm.answer = { [weak self] in self?.becomeDue() }
        wakeup.answer = { [weak self] in self?.answerWakeup() }
    }

    /// Sets the handler, before the first connection.
    func serve(_ handler: any ServerHandler) {
        self.handler = handler
    }

    /// Records that the handler is about to be called: its turn ends in this turn of the loop.
    func noteCall() {
        handlerWasCalled = true
        endTurnLater()
    }

    /// Calls the handler.
    func call(_ body: (any ServerHandler) -> Void) {
        guard let handler else { return }
        noteCall()
        body(handler)
    }

    /// Hands a call over.
    func handOver(_ call: Call, from id: ConnectionID) -> CallDisposition {
        guard let handler else { return .next }
        noteCall()
        return handler.received(call, from: id)
    }

    /// Settles `connection` when this turn ends.
    func settleLater(_ connection: Connection) {
        dirty.append(connection)
        if !isAboutToSettle { endTurnLater() }
    }

    private func endTurnLater() {
        // The turn ends anyway once the calls are carried out.
        guard case .notAsked = turnEnd, !isCarryingOut else { return }
        if isEndingTurn {
            turnEnd = .afterNextLook
            wakeup.ring()
        } else {
            turnEnd = .comes
            loop.assumeIsolated().execute { self.endTurn() }
        }
    }

    private func answerWakeup() {
        if wakeIsDue {
            wakeIsDue = false
            call { $0.woken() }
        }
        deferredIsDue = admitsDeferred()
        if case .afterNextLook = turnEnd { turnEnd = .notAsked } else if !deferredIsDue { return }
        endTurnLater()
    }

    private func endTurn() {
        turnEnd = .notAsked
        carryOutCalls()
        isEndingTurn = true
        endTurnOfHandler()
        if deferredIsDue {
            deferredIsDue = false
            workOnDeferred()
        }
        isEndingTurn = false
    }

    private func endTurnOfHandler() {
        readMore()
        if queue.count > 0 { endTurnLater() }
        let wasCalled = handlerWasCalled
        handlerWasCalled = false
        guard wasCalled else {
            settle()
            return settleLate()
        }
        give { $0.turnEnded() }
        settle()
        give { $0.turnAnswered() }
        settleLate()
        handler?.turnSent()
    }

    /// Carries out waiting calls until the time of a turn is up.
    private func carryOutCalls() {
        guard queue.count > 0 else {
            isSaturated = false
            return
        }
        isCarryingOut = true
        defer { isCarryingOut = false }
        let begin = NIODeadline.now()
        var now = begin
        var plan = TurnPlan(turn: Int(TimeAmount(limits.turn).nanoseconds))
        meter.begin()
        var isCutShort = false
        while let entry = queue.next() {
            guard let connection = connections[entry.connection],
                !holdsBack(connection, expecting: entry.cost, now: now)
            else { continue }
            let process = connection.peer.pid
            let elapsed = Int((now - begin).nanoseconds)
            let admits = plan.admits(
                entry.cost,
                of: process,
                elapsed: elapsed,
                processor: CallMeter.processorTime
            )
            guard admits else {
                queue.putBack(entry)
                isCutShort = elapsed < plan.turn
                break
            }
            plan.begins(entry.cost, of: process)
            meter.prepare(expecting: entry.cost, processor: CallMeter.processorTime)
            connection.carryOut()
            now = charge(entry, to: connection, since: now)
            if handler?.isTurnFull == true { break }
        }
        deferredPace.called(now: Int(now.uptimeNanoseconds))
        // A turn that ends early, before a call that may take long, says nothing about the load.
        if !isCutShort { isSaturated = queue.count > 0 }
        if queue.count == 0 { queue.prune() }
        lookForHogs()
    }

    /// Charges a connection for the call that it has carried out since `begin`; returns the time.
    private func charge(
        _ entry: FairQueue.Entry,
        to connection: Connection,
        since begin: NIODeadline
    ) -> NIODeadline {
        let done = NIODeadline.now()
        let time = meter.charge(
            Int((done - begin).nanoseconds),
            expecting: entry.cost,
            processor: CallMeter.processorTime
        )
        let pid = connection.peer.pid
        pace.served(entry.cost, taking: time, by: pid, now: Int(done.uptimeNanoseconds))
        connection.carriedOut(queue.charge(time, to: entry))
        if isSaturated { usage.served(pid, of: entry.user, for: .nanoseconds(time)) }
        return done
    }

    /// Calls the handler, which queues output for connections.
    private func give(_ body: (any ServerHandler) -> Void) {
        guard let handler else { return }
        isAboutToSettle = true
        body(handler)
        isAboutToSettle = false
    }

    /// Sends the queued output of connections.
    private func settle() {
        var settling: [Connection] = []
        swap(&settling, &dirty)
        for connection in settling { connection.settle() }
        if dirty.isEmpty {
            settling.removeAll(keepingCapacity: true)
            dirty = settling
        }
    }

    /// Sends the output of connections that only listen, to as many as the time of a turn allows.
    ///
    /// They come after the connections that wait for replies, and a thousand of them must not keep
    /// the next call waiting. Each is served once before any is served again.
    private func settleLate() {
        guard !late.isEmpty || dirty.count > Self.settledAtOnce else { return settle() }
        late += dirty
        dirty = []
        let end = NIODeadline.now() + TimeAmount(limits.turn)
        var settled = 0
        while settled < late.count, settled < Self.settledAtOnce || NIODeadline.now() < end {
            late[settled].settle()
            settled += 1
        }
        late.removeFirst(settled)
        if !late.isEmpty { endTurnLater() }
    }

    /// The number of connections that are sent to before the time is checked.
    private static let settledAtOnce = 64
}

// MARK: - Connections

extension ServerCore {
    /// Admits a channel that became active; returns `nil` if it is to be closed.
    func accept(_ context: ChannelHandlerContext) -> Connection? {
        guard stopped == nil, let handler, let peer = PeerCredentials(of: context) else {
            return nil
        }
        let room = quota.came(from: peer.uid)
        usage.opened(by: peer.pid, of: peer.uid)
        guard room == .admitted else {
            report(room == .full ? .connectionLimit : .userConnectionLimit, of: peer)
            lookForHogs()
            return nil
        }
        lastNumber += 1
        let id = ConnectionID(lastNumber)
        noteCall()
        let admission = handler.opened(id, peer: peer)
        guard admission != .refused else {
            quota.went(from: peer.uid)
            report(.notAllowed, of: peer)
            return nil
        }
        let connection = Connection(
            id: id,
            peer: peer,
            isHeld: admission == .later,
            server: self,
            context: context
        )
        connections[id] = connection
        return connection
    }

    /// Drops a connection whose channel is closed and informs the handler.
    func forget(_ connection: Connection) {
        guard connections.removeValue(forKey: connection.id) != nil else { return }
        quota.went(from: connection.peer.uid)
        let holding = ledger.holding(of: connection.id)
        noteTraffic(holding.input + holding.output)
        ledger.enter(.init(), of: connection.id, user: connection.peer.uid)
        call { $0.closed(connection.id) }
        endIfStopped()
    }

    /// Notes a connection that was turned away because its peer had hung up.
    func turnedAway(_ descriptor: NIOBSDSocket.Handle) {
        guard stopped == nil, let peer = PeerCredentials(of: descriptor) else { return }
        usage.opened(by: peer.pid, of: peer.uid)
        lookForHogs()
    }
}

// MARK: - Reading

extension ServerCore {
    /// Lets a connection read more of a long message when its turn comes.
    func readLater(_ connection: Connection) {
        readers.add(connection.id, of: connection.peer.uid)
        endTurnLater()
    }

    /// Requests the reads of the connections whose turn it is.
    private func readMore() {
        guard !readers.isEmpty else { return }
        for id in readers.next() { connections[id]?.readNow() }
        if !readers.isEmpty { endTurnLater() }
    }
}

// MARK: - Waiting calls

extension ServerCore {
    /// Queues a connection with a call.
    func enqueue(_ connection: Connection, flow: FairQueue.Flow, expecting cost: Int) {
        queue.add(connection.id, of: connection.peer.uid, flow: flow, expecting: cost)
        endTurnLater()
    }

    /// Returns the expected amount of work of a call.
    func weight(of call: Call) -> CallWeight {
        handler?.weight(of: call) ?? .light
    }
}

// MARK: - Waking the handler

extension ServerCore {
    /// Wakes the handler after the given milliseconds, or never if `nil`.
    func wake(afterMilliseconds delay: Int?) {
        wakeIsDue = false
        if let delay, delay <= 0 {
            alarm.set(nil)
            becomeDue()
        } else {
            alarm.set(delay.map { .milliseconds(Int64($0)) })
        }
    }

    /// Wakes the handler after the sockets were polled.
    ///
    /// The handler may ask at every wake to be woken at once: clients have their turn in between.
    private func becomeDue() {
        wakeIsDue = true
        wakeup.ring()
    }
}
