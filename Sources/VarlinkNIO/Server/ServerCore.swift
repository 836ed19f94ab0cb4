import CLinux
import Logging
import NIOCore
import Varlink

/// The connections of one server and their handler; lives on the server's loop alone.
///
/// A turn of the loop: every readable channel is read and its calls are handed over, then
/// ``endTurn()`` lets the handler finish and sends what each connection was given.
final class ServerCore {
    private enum TurnEnd {
        case notAsked
        /// Now, once the last channel that was readable in this turn is read.
        case comes
        /// After the sockets were looked at again: it was asked for while a turn ended.
        case afterNextLook
    }

    let loop: any EventLoop
    let limits: ConnectionLimits
    let logger: Logger

    private var handler: (any ServerHandler)?
    private var census: Census
    private var queue = FairQueue()
    var ledger: BufferLedger
    var faults = FaultDigest()
    var usage = UsageWatch()
    var pace = LongCallPace()
    /// Connections whose next call is held back, in the order in which they came.
    var held: [HeldCall] = []
    var heldTimer: Scheduled<Void>?
    var faultReport: Scheduled<Void>?
    /// Calls were left over when the time of the last turn was up.
    private var isSaturated = false
    var connections: [ConnectionID: Connection] = [:]
    private var lastNumber: UInt64 = 0
    /// Connections to look at when the turn ends.
    private var dirty: [Connection] = []
    /// Connections that the time of the last turn did not suffice for.
    private var late: [Connection] = []
    private let bell: Doorbell
    private var turnEnd = TurnEnd.notAsked
    private var isEndingTurn = false
    private var isCarryingOut = false
    var isMakingRoom = false
    /// What the handler sends now is settled as soon as it has ended its turn.
    private var isAboutToSettle = false
    private var handlerWasCalled = false
    /// What is to be done once the sockets were looked at, one at each look.
    private var patient: [() -> Void] = []
    private let alarm: Alarm
    private var wakeIsDue = false
    private var sweep: Scheduled<Void>?
    /// Kept once the server stops and its last connection is gone.
    var stopped: EventLoopPromise<Void>?

    /// A server without connections or handler.
    init(loop: any EventLoop, bell: Doorbell, limits: ConnectionLimits, logger: Logger) {
        self.loop = loop
        self.bell = bell
        self.limits = limits
        self.logger = logger
        census = Census(limits: limits)
        ledger = BufferLedger(limits: limits)
        alarm = Alarm(loop: loop)
        alarm.answer = { [weak self] in self?.becomeDue() }
        bell.answer = { [weak self] in self?.answerBell() }
    }

    /// Gives the server its handler, before the first connection.
    func serve(_ handler: any ServerHandler) {
        self.handler = handler
    }

    /// The handler is about to be called: its turn ends in this turn of the loop.
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
            bell.ring()
        } else {
            turnEnd = .comes
            loop.assumeIsolated().execute { self.endTurn() }
        }
    }

    /// Has something done once what clients have sent by now was read.
    func afterNextLook(_ body: @escaping () -> Void) {
        patient.append(body)
        bell.ring()
    }

    private func answerBell() {
        if !patient.isEmpty {
            patient.removeFirst()()
            if !patient.isEmpty { bell.ring() }
        }
        if wakeIsDue {
            wakeIsDue = false
            call { $0.woken() }
        }
        if case .afterNextLook = turnEnd {
            turnEnd = .notAsked
            endTurnLater()
        }
    }

    private func endTurn() {
        turnEnd = .notAsked
        carryOutCalls()
        isEndingTurn = true
        defer { isEndingTurn = false }
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
        var now = NIODeadline.now()
        let end = now + TimeAmount(limits.turn)
        // A turn costs something by itself: where calls take longer than expected, as on a busy machine,
        // it is worth some of them all the same.
        let expected = Int(TimeAmount(limits.turn).nanoseconds) / 3 * 2
        var begun = 0
        repeat {
            guard let entry = queue.next() else { break }
            guard let connection = connections[entry.connection],
                !holdsBack(connection, expecting: entry.cost, now: now)
            else { continue }
            // One that takes longer than a turn has a turn of its own: answers leave before it.
            if begun > 0, entry.cost > Int(TimeAmount(limits.turn).nanoseconds) {
                queue.putBack(entry)
                break
            }
            begun += entry.cost
            connection.carryOut()
            let done = NIODeadline.now()
            let time = (done - now).nanoseconds
            pace.served(
                entry.cost,
                taking: Int(time),
                by: connection.peer.pid,
                now: Int(done.uptimeNanoseconds)
            )
            connection.carriedOut(queue.charge(Int(time), to: entry))
            if isSaturated {
                usage.served(connection.peer.pid, of: entry.user, for: .nanoseconds(time))
            }
            now = done
        } while now < end || begun < expected
        isSaturated = queue.count > 0
        if !isSaturated { queue.prune() }
        lookForHogs()
    }

    /// Calls the handler, which gives connections something to send.
    private func give(_ body: (any ServerHandler) -> Void) {
        guard let handler else { return }
        isAboutToSettle = true
        body(handler)
        isAboutToSettle = false
    }

    /// Sends what connections were given to send.
    private func settle() {
        var settling: [Connection] = []
        swap(&settling, &dirty)
        for connection in settling { connection.settle() }
        if dirty.isEmpty {
            settling.removeAll(keepingCapacity: true)
            dirty = settling
        }
    }

    /// Sends what those were given who only listen: to as many as a turn has time for.
    ///
    /// They come after those who wait for answers, and a thousand of them must not keep the next call
    /// waiting. Each has its turn before any has it again.
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

    /// The number of connections that are sent to before the time is looked at.
    private static let settledAtOnce = 64
}

// MARK: - Connections

extension ServerCore {
    /// Takes in a channel that became active; nil: it is to be closed.
    func accept(_ context: ChannelHandlerContext) -> Connection? {
        guard stopped == nil, let handler, let peer = peer(of: context) else { return nil }
        let admission = census.came(from: peer.uid)
        usage.opened(by: peer.pid, of: peer.uid)
        guard admission == .admitted else {
            report(admission == .full ? .connectionLimit : .userConnectionLimit, of: peer)
            lookForHogs()
            return nil
        }
        lastNumber += 1
        let id = ConnectionID(lastNumber)
        let connection = Connection(id: id, peer: peer, server: self, context: context)
        connections[id] = connection
        noteCall()
        guard handler.opened(id, peer: peer) else {
            connections[id] = nil
            census.went(from: peer.uid)
            report(.notAllowed, of: peer)
            return nil
        }
        return connection
    }

    /// Drops a connection whose channel is gone and tells the handler.
    func forget(_ connection: Connection) {
        guard connections.removeValue(forKey: connection.id) != nil else { return }
        census.went(from: connection.peer.uid)
        ledger.enter(.init(), of: connection.id, user: connection.peer.uid)
        call { $0.closed(connection.id) }
        if ledger.takeRelief() { loop.assumeIsolated().execute { clinux_release_memory() } }
        endIfStopped()
    }

    private func peer(of context: ChannelHandlerContext) -> PeerCredentials? {
        let operations = context.channel.pipeline.syncOperations
        let peer = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            descriptor -> PeerCredentials? in
            var uid: UInt32 = 0
            var gid: UInt32 = 0
            var pid: Int32 = 0
            guard clinux_peer_credentials(descriptor, &uid, &gid, &pid) == 0 else { return nil }
            return PeerCredentials(uid: uid, gid: gid, pid: pid)
        }
        return peer ?? nil
    }
}

// MARK: - Waiting calls

extension ServerCore {
    /// Gives a connection with a call its place among those that wait.
    func enqueue(_ connection: Connection, flow: FairQueue.Flow, expecting cost: Int) {
        queue.add(connection.id, of: connection.peer.uid, flow: flow, expecting: cost)
        endTurnLater()
    }

    /// Returns the work that a call is.
    func weight(of call: Call) -> CallWeight {
        handler?.weight(of: call) ?? .light
    }
}

// MARK: - Stalls

extension ServerCore {
    /// Looks at the watched connections from time to time until nothing is queued for any.
    func watchForStalls() {
        guard sweep == nil else { return }
        let limit = TimeAmount(min(limits.stall, limits.messageTimeout))
        let pause = TimeAmount.nanoseconds(max(1, limit.nanoseconds / 4))
        sweep = loop.assumeIsolated().scheduleTask(in: pause) { self.lookForStalls() }
    }

    private func lookForStalls() {
        sweep = nil
        let now = loop.elapsed
        var isBusy = false
        for connection in Array(connections.values) where connection.lookForStall(now: now) {
            isBusy = true
        }
        if isBusy { watchForStalls() }
    }
}

// MARK: - The end

extension ServerCore {
    /// Ends every connection once what is queued for it has left, those that are left over at
    /// the deadline without that; `done` is kept when the last one is gone.
    func stop(within deadline: TimeAmount, done: EventLoopPromise<Void>) {
        stopped = done
        releaseHeld()
        for connection in connections.values {
            connection.end(why: "the server stops", patient: true)
        }
        let cut = loop.assumeIsolated().scheduleTask(in: deadline) {
            for connection in Array(self.connections.values) {
                connection.abort(why: "the server stops and the peer does not read")
            }
        }
        done.futureResult.assumeIsolated().whenComplete { _ in cut.cancel() }
        endIfStopped()
    }

    private func endIfStopped() {
        guard let stopped, connections.isEmpty else { return }
        handler?.endTurn()
        handler = nil
        alarm.set(nil)
        sweep?.cancel()
        faultReport?.cancel()
        reportFaults()
        bell.remove()
        // They find that the server has stopped, and say so to whoever waits.
        let late = patient
        patient = []
        for body in late { body() }
        stopped.succeed()
    }
}

// MARK: - ServerTransport

extension ServerCore: ServerTransport {
    func send(_ bytes: [UInt8], to connection: ConnectionID) {
        connections[connection]?.send(bytes)
    }

    func send(_ bytes: [UInt8], toAll connections: [ConnectionID]) {
        let (shared, messages) = bytes.withUnsafeBytes { bytes in
            // From memory, not from an array: that is copied byte by byte.
            var shared = ByteBufferAllocator().buffer(capacity: bytes.count)
            shared.writeBytes(bytes)
            return (shared, countNULs(bytes))
        }
        for id in connections { self.connections[id]?.send(shared: shared, messages: messages) }
    }

    func sendPage(_ bytes: [UInt8], to connection: ConnectionID) {
        connections[connection]?.sendPage(bytes)
    }

    func isWritable(_ connection: ConnectionID) -> Bool {
        connections[connection]?.isWritable ?? false
    }

    func proceed(_ connection: ConnectionID) {
        connections[connection]?.proceed()
    }

    func close(_ connection: ConnectionID, why: String) {
        connections[connection]?.end(why: why, patient: false)
    }

    func wake(afterMilliseconds delay: Int?) {
        wakeIsDue = false
        if let delay, delay <= 0 {
            alarm.set(nil)
            becomeDue()
        } else {
            alarm.set(delay.map { .milliseconds(Int64($0)) })
        }
    }

    /// The handler may ask at every wake to be woken at once: clients have their turn between.
    private func becomeDue() {
        wakeIsDue = true
        bell.ring()
    }
}

extension EventLoop {
    /// The loop's time, from a moment that stays the same.
    var elapsed: Duration { .nanoseconds(Int64(now.uptimeNanoseconds)) }
}
