// SPDX-License-Identifier: Apache-2.0
import Logging
import NIOCore
import Varlink

/// A connection of a server.
///
/// It carries out the decisions of its ``ConnectionMachine`` on its channel. Messages that the
/// handler sends are written at the end of the turn (``sendOutput()``), so that the handler is
/// never called recursively.
final class Connection {
    let id: ConnectionID
    let peer: PeerCredentials
    /// The socket, which is open while ``machine`` takes output or awaits a call.
    let socket: Int32
    let machine: ConnectionMachine

    private let server: ServerCore
    private let context: ChannelHandlerContext
    private var parser: ServerConnection
    private var output = ConnectionOutput()
    private var stall: StallWatch
    private var pumping = false
    /// The next call; `nil` if there is none, or its message is long and not parsed until the call
    /// is executed.
    private var nextCall: Call?
    private var isQueued = false
    /// The connection's account in the fair queue.
    private(set) var flow = FairQueue.Flow()
    /// The time at which an incomplete message was first noticed.
    private var unfinishedSince: Duration?
    /// True until the kernel has accepted all bytes of a page.
    private var isSendingPage = false
    private var pageWasQueued = false
    private var enteredInput = 0
    /// The number of bytes sent only to this connection since the kernel last had all output.
    private var ownOutput = 0
    /// The number of bytes flushed since ``noteOutput()`` last measured the queued output.
    private var flushedUnseen = 0
    /// The number of flushes that the channel has not completed.
    private var flushes = 0
    /// True from the request of a read until the read is complete.
    private var reading = false
    private var isDirty = false

    init(
        id: ConnectionID,
        peer: PeerCredentials,
        socket: Int32,
        isHeld: Bool,
        server: ServerCore,
        context: ChannelHandlerContext
    ) {
        self.id = id
        self.peer = peer
        self.socket = socket
        self.server = server
        self.context = context
        machine = ConnectionMachine(limits: server.limits, isHeld: isHeld)
        parser = ServerConnection(limits: server.limits.messages)
        stall = StallWatch(granted: server.limits.stall)
    }
}

// MARK: - Channel events

extension Connection {
    func arrived(_ bytes: UnsafeRawBufferPointer) {
        server.memory.moved(bytes.count)
        if machine.arrived(bytes: bytes.count, messages: countNULs(bytes)) {
            parser.receive(bytes)
        }
        noteInput()
        pump()
    }

    /// True if the peer has sent no byte after its last call, which was delivered.
    var awaitsCall: Bool { machine.awaitsCall && parser.unreadBytes == 0 }

    func readCompleted() {
        reading = false
        readIfWanted()
    }

    func writabilityChanged(to writable: Bool) {
        machine.becameWritable(writable)
        guard writable, machine.takesOutput else { return }
        server.call { $0.becameWritable(id) }
        // The channel is in the middle of a write, so the output is written afterwards.
        markDirty()
    }

    func inputEnded() {
        machine.inputEnded()
        pump()
    }

    func channelGone() {
        machine.channelGone()
        dropUnanswerable()
        pump()
    }

    /// Discards the calls of a closed connection, unless some of them may be one-way.
    private func dropUnanswerable() {
        guard nextCall?.oneway != true, !parser.withUnread(mayHoldOneway) else { return }
        nextCall = nil
        machine.dropped()
    }

    /// True if a call is waiting, and both this connection and the user's connections have much
    /// input.
    private var hasEnoughInput: Bool {
        isQueued && parser.unreadBytes > BufferLedger.smallest && server.holdsMuch(peer.uid)
    }

    func readIfWanted() {
        guard !reading, machine.wantsInput, !hasEnoughInput else { return }
        reading = true
        context.read()
    }
}

// MARK: - The machine's decisions

extension Connection {
    private func pump() {
        guard !pumping else { return }
        pumping = true
        defer { pumping = false }
        while true {
            switch machine.next {
            case .take: if isQueued || enqueue() { return }
            case .rest: return
            case .finish(let reason, let atOnce): finish(reason: reason, atOnce: atOnce)
            case .forget:
                machine.forgotten()
                server.forget(self)
            }
        }
    }

    private func enqueue() -> Bool {
        do throws(ProtocolViolation) {
            guard let cost = try nextCost() else {
                machine.exhausted()
                noteUnfinished(parser.unreadBytes > 0)
                return false
            }
            noteUnfinished(false)
            isQueued = true
            server.enqueue(self, flow: flow, costing: cost)
            return true
        } catch {
            violated(error)
            return false
        }
    }

    /// Returns the estimated cost of the next call, in nanoseconds; `nil` if there is no call.
    private func nextCost() throws(ProtocolViolation) -> Int? {
        if nextCall == nil {
            guard let length = try parser.nextLength() else { return nil }
            // A long message is parsed only when its call is executed.
            guard length <= CallCost.parsedAtOnce else { return CallCost.of(nil, bytes: length) }
            nextCall = try parser.next()
        }
        guard var call = nextCall.take() else { return nil }
        let weight = server.weigh(&call)
        let bytes = call.parameters.count
        nextCall = consume call
        return CallCost.of(weight, bytes: bytes)
    }

    /// Executes the queued call; `flow` already includes its cost.
    func carryOut(_ flow: FairQueue.Flow) {
        self.flow = flow
        isQueued = false
        pumping = true
        if case .take = machine.next { handOverNext() }
        pumping = false
        noteInput()
        pump()
        readIfWanted()
    }

    private func handOverNext() {
        do throws(ProtocolViolation) {
            var call = nextCall.take()
            if call == nil { call = try nextLongCall() }
            guard let call = call.take() else { return machine.exhausted() }
            machine.took(oneway: call.oneway, unread: parser.unreadBytes)
            // The peer can no longer read a reply.
            guard !machine.isGone || call.oneway else { return machine.handled(.next) }
            machine.handled(server.handOver(call, from: id))
        } catch {
            violated(error)
        }
    }

    /// Parses the next call, if its message is long; parsing it earlier would use memory while it
    /// waits.
    private func nextLongCall() throws(ProtocolViolation) -> Call? {
        let unread = parser.unreadBytes
        defer { server.memory.moved(unread - parser.unreadBytes) }
        return try parser.next()
    }

    private func violated(_ violation: ProtocolViolation) {
        machine.violated(violation)
        server.faults.report(.protocolViolation, of: peer, detail: violation.description)
    }

    private func finish(reason: String, atOnce: Bool) {
        log("closing connection", reason: reason)
        machine.finishing()
        if atOnce { return context.close(promise: nil) }
        server.watchForStalls()
        let context = context
        let flushed = context.eventLoop.makePromise(of: Void.self)
        flushed.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(NIOAny(output.takeAll() ?? ByteBuffer()), promise: flushed)
    }

    private func log(_ message: Logger.Message, reason: String) {
        server.logger.debug(
            message,
            metadata: [
                "connection.id": "\(id.number)", "peer.uid": "\(peer.uid)",
                "peer.pid": "\(peer.pid)", "reason": "\(reason)",
            ]
        )
    }
}

// MARK: - Requests of the handler

extension Connection {
    func send(_ bytes: [UInt8]) {
        guard machine.takesOutput else { return }
        machine.sent(messages: bytes.withUnsafeBytes(countNULs))
        ownOutput += bytes.count
        server.memory.moved(bytes.count)
        if let spilled = output.append(bytes) { context.write(NIOAny(spilled), promise: nil) }
        markDirty()
    }

    func sendPage(_ bytes: [UInt8]) {
        guard machine.takesOutput else { return }
        pageWasQueued = true
        isSendingPage = true
        send(bytes)
    }

    var isWritable: Bool { machine.isWritable && !isSendingPage }

    /// Queues complete messages in a buffer that other connections also send.
    func send(shared buffer: ByteBuffer, messages: Int) {
        guard machine.takesOutput else { return }
        machine.sent(messages: messages)
        let (first, second) = output.append(shared: buffer)
        if let first { context.write(NIOAny(first), promise: nil) }
        if let second { context.write(NIOAny(second), promise: nil) }
        markDirty()
    }

    func proceed() {
        machine.proceed()
        markDirty()
    }

    func end(reason: String, waitsForOutput: Bool) {
        machine.requestClose(reason: reason, waitsForOutput: waitsForOutput)
        markDirty()
    }

    private func markDirty() {
        guard !isDirty else { return }
        isDirty = true
        server.sendLater(self)
    }
}

// MARK: - Requests of the server

extension Connection {
    func sendOutput() {
        isDirty = false
        if machine.takesOutput { writeOutput() }
        pump()
        readIfWanted()
    }

    private func writeOutput() {
        let before = output.given
        // The channel takes five times the instructions. It keeps what the kernel does not accept.
        if flushes > 0 || pageWasQueued || !output.write(to: socket), let rest = output.takeAll() {
            flush(rest)
            if machine.isWatched { server.watchForStalls() }
        }
        flushedUnseen += output.given - before
        if flushedUnseen > BufferLedger.smallest { noteOutput() }
    }

    private func flush(_ buffer: ByteBuffer) {
        let hasPage = pageWasQueued
        pageWasQueued = false
        flushes += 1
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { [self] _ in
            flushes -= 1
            if hasPage { pageTaken() }
        }
        context.writeAndFlush(NIOAny(buffer), promise: taken)
    }

    private func pageTaken() {
        guard !pageWasQueued else { return }
        isSendingPage = false
        guard isWritable else { return }
        server.call { $0.becameWritable(id) }
    }

    /// Closes the connection without sending the queued output.
    func abort(reason: String) {
        log("closing connection", reason: reason)
        machine.requestClose(reason: reason, waitsForOutput: false)
        if !machine.isGone {
            machine.finishing()
            context.close(promise: nil)
        }
        pump()
    }

    /// Checks that the peer completes its message and reads its output in time.
    ///
    /// Returns true if the connection must be checked again.
    func lookForStall(now: Duration) -> Bool {
        if let unfinishedSince, now - unfinishedSince >= server.limits.messageTimeout {
            reportFault(.unfinishedMessage)
            return false
        }
        let isUnfinished = unfinishedSince != nil
        guard machine.isWatched else { return isUnfinished }
        let queued = unreadOutput
        switch stall.look(queued: queued, written: output.given - queued, now: now) {
        case .idle: return isUnfinished
        case .busy: return true
        case .stalled:
            reportFault(.stalled)
            return false
        }
    }

    func reportFault(_ fault: ClientFault) {
        server.faults.report(fault, of: peer)
        abort(reason: fault.reason)
    }

    func review() {
        noteInput()
        noteOutput()
    }

    /// Records the size of the input in the ledger, except for small inputs and small changes.
    private func noteInput() {
        let held = parser.heldBytes
        let isLarge = held >= BufferLedger.smallest
        guard isLarge || enteredInput > 0 else { return }
        guard !isLarge || abs(held - enteredInput) >= BufferLedger.smallest else { return }
        enteredInput = isLarge ? held : 0
        server.enter(enteredInput, as: \.input, of: self)
    }

    private func noteOutput() {
        flushedUnseen = 0
        let queued = unreadOutput
        if queued == 0 { ownOutput = 0 }
        // A shared message is in memory only once, however many connections still have to send it.
        server.enter(min(queued, ownOutput), as: \.output, of: self)
    }

    private func noteUnfinished(_ isUnfinished: Bool) {
        guard isUnfinished else {
            unfinishedSince = nil
            return
        }
        guard unfinishedSince == nil else { return }
        unfinishedSince = context.eventLoop.elapsed
        server.watchForStalls()
    }

    /// The number of output bytes that the kernel has not accepted yet.
    private var unreadOutput: Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
