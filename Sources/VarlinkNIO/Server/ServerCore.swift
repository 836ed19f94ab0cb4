// SPDX-License-Identifier: Apache-2.0
import Logging
import NIOCore
import Varlink

/// The connections of a server and their handler; they are used only on the server's loop.
///
/// In each turn of the loop, all readable channels are read, and their calls are queued. Then
/// ``endTurn()`` executes calls up to the limit of a turn, including those that arrive meanwhile,
/// lets the handler complete the turn, and sends the output of the connections.
final class ServerCore {
    private enum TurnEnd {
        case notAsked
        /// The turn ends in the current iteration of the loop.
        case comes
        /// The turn ends after the next poll, because the request came while the last turn was
        /// ending.
        case afterNextPoll
    }

    private enum Stage {
        /// Channels are read, and callbacks are executed.
        case reading
        case carryingOut
        case ending
        /// The handler queues output, which is flushed afterwards.
        case gathering
    }

    let loop: any EventLoop
    let limits: ConnectionLimits
    let logger: Logger

    /// The handler; `nil` before the server has created it and after the server has stopped.
    var handler: (any ServerHandler)?
    private var quota: Quota<UInt32>
    private var queue = FairQueue()
    var ledger: BufferLedger
    let memory: MemoryReturn
    let faults: FaultLog
    /// The connections by number, which is hashed in half the time of an ID.
    var connections: [UInt64: Connection] = [:]
    private var lastNumber: UInt64 = 0
    /// The connections whose output is sent at the end of the turn.
    private var dirty: [Connection] = []
    /// The connections whose output of an earlier turn has not been sent.
    private var late: [Connection] = []
    let wakeup: LoopWakeup
    let input: ArrivedInput
    private var turnEnd = TurnEnd.notAsked
    private var stage = Stage.reading
    /// True while the connections of a user who exceeds a memory limit are reviewed and closed.
    var isMakingRoom = false
    private var handlerWasCalled = false
    /// The pieces of the process's own work that wait for their turn among the calls.
    var ownWork: [() -> Void] = []
    let alarm: Alarm
    private var wakeIsDue = false
    var sweep: Scheduled<Void>?
    /// The promise that succeeds when the last connection is closed; `nil` until the server is
    /// stopping.
    var stopped: EventLoopPromise<Void>?

    init(
        loop: any EventLoop,
        wakeup: LoopWakeup,
        input: ArrivedInput,
        limits: ConnectionLimits,
        logger: Logger
    ) {
        self.loop = loop
        self.wakeup = wakeup
        self.input = input
        self.limits = limits
        self.logger = logger
        quota = Quota(limit: limits.connections, ownerLimit: limits.connectionsPerUser)
        ledger = BufferLedger(limits: limits)
        memory = MemoryReturn(on: loop)
        faults = FaultLog(loop: loop, logger: logger)
        alarm = Alarm(loop: loop)
    }

    /// Begins to serve; the server lives until it is stopped.
    func serve(_ handler: any ServerHandler) {
        self.handler = handler
        // With weak references, every other reference to the server would be slower.
        alarm.answer = { self.becomeDue() }
        wakeup.answer = { self.answerWakeup() }
    }

    /// Records that the handler is about to be called, and schedules the end of its turn.
    func noteCall() {
        handlerWasCalled = true
        endTurnLater()
    }

    func call(_ body: (any ServerHandler) -> Void) {
        guard let handler else { return }
        noteCall()
        body(handler)
    }

    func handOver(_ call: Call, from id: ConnectionID) -> CallDisposition {
        guard let handler else { return .next }
        noteCall()
        return handler.received(call, from: id)
    }

    func sendLater(_ connection: Connection) {
        dirty.append(connection)
        if stage != .gathering { endTurnLater() }
    }

    private func endTurnLater() {
        guard case .notAsked = turnEnd else { return }
        switch stage {
        case .reading:
            turnEnd = .comes
            loop.assumeIsolated().execute { self.endTurn() }
        // The turn ends in any case after the calls.
        case .carryingOut: break
        case .ending, .gathering: endTurnAfterNextPoll()
        }
    }

    private func endTurnAfterNextPoll() {
        guard case .notAsked = turnEnd else { return }
        turnEnd = .afterNextPoll
        wakeup.ring()
    }

    private func answerWakeup() {
        if wakeIsDue {
            wakeIsDue = false
            call { $0.woken() }
        }
        guard case .afterNextPoll = turnEnd else { return }
        turnEnd = .notAsked
        endTurnLater()
    }

    /// Runs a turn, and further ones while calls keep arriving, until the sockets must be polled.
    private func endTurn() {
        turnEnd = .notAsked
        let end = NIODeadline.now() + TimeAmount(limits.turn)
        repeat {
            stage = .carryingOut
            carryOutCalls()
            stage = .ending
            endTurnOfHandler()
            stage = .carryingOut
        } while mayGoOn(until: end) && input.readAll()
        stage = .reading
    }

    /// Returns true if nothing waits for the next poll of the sockets.
    private func mayGoOn(until end: NIODeadline) -> Bool {
        guard case .notAsked = turnEnd, !wakeIsDue, stopped == nil else { return false }
        return NIODeadline.now() < end
    }

    private func endTurnOfHandler() {
        if queue.count > 0 { endTurnLater() }
        let wasCalled = handlerWasCalled
        handlerWasCalled = false
        guard wasCalled else {
            sendOutput()
            return sendLateOutput()
        }
        callHandler { $0.turnEnded() }
        sendOutput()
        callHandler { $0.turnAnswered() }
        sendLateOutput()
        handler?.turnSent()
    }

    /// The maximum duration of a turn's calls, as a multiple of the limit on their estimated cost.
    private static let slowness = 4

    /// Executes waiting calls until their estimated cost reaches the limit of a turn, or they have
    /// taken ``slowness`` times as long.
    private func carryOutCalls() {
        guard queue.count > 0 else { return }
        let turn = Int(TimeAmount(limits.turn).nanoseconds)
        let end = NIODeadline.now() + .nanoseconds(Int64(Self.slowness * turn))
        var spent = 0
        repeat {
            while let cost = carryOutNext(costing: spent == 0 ? .max : turn - spent) {
                spent += cost
                if NIODeadline.now() >= end { break }
            }
            // Calls that have arrived meanwhile share the commit of this turn.
        } while queue.count == 0 && spent < turn && NIODeadline.now() < end && input.readAll()
        if queue.count == 0 { queue.prune() }
        faults.reportHogs()
    }

    /// Executes the next call and returns its cost; `nil` if none waits, or it costs more than
    /// `limit`.
    private func carryOutNext(costing limit: Int) -> Int? {
        var connection: Connection?
        let next = queue.next(
            costing: limit,
            isOpen: {
                connection = connections[$0.number]
                return connection != nil || $0 == Self.own
            }
        )
        guard let next else { return nil }
        if let connection {
            connection.carryOut(next.flow)
            faults.served(connection.peer, for: .nanoseconds(next.cost))
        } else {
            runOwnWork()
        }
        return next.cost
    }

    private func callHandler(_ body: (any ServerHandler) -> Void) {
        guard let handler else { return }
        stage = .gathering
        body(handler)
        stage = .ending
    }

    private func sendOutput() {
        var sending: [Connection] = []
        swap(&sending, &dirty)
        for connection in sending { connection.sendOutput() }
        if dirty.isEmpty {
            sending.removeAll(keepingCapacity: true)
            dirty = sending
        }
    }

    /// Sends the output that is less urgent than replies, such as that of streams.
    ///
    /// If it takes longer than a turn, the rest follows in the next turns, so that a thousand
    /// streams do not delay the next call.
    private func sendLateOutput() {
        guard !late.isEmpty || dirty.count > Self.sentAtOnce else { return sendOutput() }
        late += dirty
        dirty = []
        let end = NIODeadline.now() + TimeAmount(limits.turn)
        var sent = 0
        while sent < late.count, sent < Self.sentAtOnce || NIODeadline.now() < end {
            late[sent].sendOutput()
            sent += 1
        }
        late.removeFirst(sent)
        if !late.isEmpty { endTurnLater() }
    }

    /// The number of connections whose output is sent without checking the time.
    private static let sentAtOnce = 64
}

// MARK: - Connections

extension ServerCore {
    /// Accepts the connection of a channel; returns `nil` if the channel must be closed.
    func accept(_ context: ChannelHandlerContext) -> Connection? {
        guard stopped == nil, let handler, let socket = context.socket,
            let peer = PeerCredentials(of: socket)
        else { return nil }
        let room = quota.acquire(from: peer.uid)
        faults.opened(by: peer)
        guard room == .admitted else {
            faults.report(room == .full ? .connectionLimit : .userConnectionLimit, of: peer)
            faults.reportHogs()
            return nil
        }
        lastNumber += 1
        let id = ConnectionID(lastNumber)
        noteCall()
        let admission = handler.opened(id, peer: peer)
        guard admission != .refused else {
            quota.release(from: peer.uid)
            faults.report(.notAllowed, of: peer)
            return nil
        }
        let connection = Connection(
            id: id,
            peer: peer,
            socket: socket,
            isHeld: admission == .later,
            server: self,
            context: context
        )
        connections[id.number] = connection
        input.add(connection)
        return connection
    }

    func forget(_ connection: Connection) {
        guard connections.removeValue(forKey: connection.id.number) != nil else { return }
        input.remove(connection)
        quota.release(from: connection.peer.uid)
        let holding = ledger.holding(of: connection.id)
        memory.moved(holding.input + holding.output)
        ledger.enter(.init(), of: connection.id, user: connection.peer.uid)
        call { $0.closed(connection.id) }
        endIfStopped()
    }

    func noteAbandoned(_ descriptor: NIOBSDSocket.Handle) {
        guard stopped == nil, let peer = PeerCredentials(of: descriptor) else { return }
        faults.opened(by: peer)
        faults.reportHogs()
    }
}

// MARK: - Waiting calls

extension ServerCore {
    func enqueue(_ connection: Connection, flow: FairQueue.Flow, costing cost: Int) {
        queue.add(connection.id, of: connection.peer.uid, flow: flow, costing: cost)
        endTurnLater()
    }

    func weigh(_ call: inout Call) -> CallWeight {
        handler?.weigh(&call) ?? .light
    }

    /// The connection and the user that stand for the process's own work in the queue.
    ///
    /// No peer has these IDs.
    private static let own = ConnectionID(0)
    private static let ownUser = UInt32.max

    /// Runs `body` in its turn among the calls, not before the sockets have been polled again.
    func addOwnWork(_ body: @escaping () -> Void) {
        ownWork.append(body)
        if ownWork.count == 1 { enqueueOwn() }
    }

    private func enqueueOwn() {
        queue.add(Self.own, of: Self.ownUser, flow: .init(), costing: CallCost.ownPiece)
        endTurnAfterNextPoll()
    }

    private func runOwnWork() {
        guard !ownWork.isEmpty else { return }
        ownWork.removeFirst()()
        if !ownWork.isEmpty { enqueueOwn() }
    }
}

// MARK: - Waking the handler

extension ServerCore {
    func wake(afterMilliseconds delay: Int?) {
        wakeIsDue = false
        if let delay, delay <= 0 {
            alarm.set(nil)
            becomeDue()
        } else {
            alarm.set(delay.map { .milliseconds(Int64($0)) })
        }
    }

    /// Wakes the handler after the next poll, so that calls of clients are executed between two
    /// wake-ups.
    private func becomeDue() {
        wakeIsDue = true
        wakeup.ring()
    }
}
