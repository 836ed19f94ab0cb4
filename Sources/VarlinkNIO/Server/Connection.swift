import Glibc
import Logging
import NIOCore
import Varlink

/// Carries out what a ``ConnectionMachine`` decides, on one channel of the server's loop.
///
/// What the handler asks for takes effect at the end of the turn (``settle()``), so the handler
/// is never called from inside one of its own calls.
final class Connection {
    /// The connection's number.
    let id: ConnectionID
    /// Who is at the other end.
    let peer: PeerCredentials
    /// The decisions.
    private(set) var machine: ConnectionMachine

    private let server: ServerCore
    private let context: ChannelHandlerContext
    private var parser: ServerConnection
    private var output = ConnectionOutput()
    private var stall: StallWatch
    private var pumping = false
    /// The channel was asked to read and has not done so yet.
    private var reading = false
    private var isDirty = false

    /// A connection that was just accepted.
    init(
        id: ConnectionID,
        peer: PeerCredentials,
        server: ServerCore,
        context: ChannelHandlerContext
    ) {
        self.id = id
        self.peer = peer
        self.server = server
        self.context = context
        machine = ConnectionMachine(limits: server.limits)
        parser = ServerConnection(limits: server.limits.messages)
        stall = StallWatch(granted: server.limits.stall)
    }
}

// MARK: - What the channel tells

extension Connection {
    /// Bytes came.
    func arrived(_ buffer: ByteBuffer) {
        buffer.withUnsafeReadableBytes { bytes in
            guard machine.arrived(bytes: bytes.count, messages: countNULs(bytes)) else { return }
            parser.receive(bytes)
        }
        pump()
    }

    /// Everything of this read was passed on.
    func readCompleted() {
        reading = false
        readIfWanted()
    }

    /// The queue passed a water mark.
    func writabilityChanged(to writable: Bool) {
        machine.becameWritable(writable)
        guard writable, machine.takesOutput else { return }
        server.call { $0.becameWritable(id) }
        // The channel is in the midst of a write: what is due now comes after it.
        markDirty()
    }

    /// The peer shut down its side.
    func inputEnded() {
        machine.inputEnded()
        pump()
    }

    /// The channel is closed.
    func channelGone() {
        machine.channelGone()
        pump()
    }

    /// Lets the channel read if the machine wants input and no read is under way.
    func readIfWanted() {
        guard !reading, machine.wantsInput else { return }
        reading = true
        context.read()
    }
}

// MARK: - What the machine decides

extension Connection {
    private func pump() {
        guard !pumping else { return }
        pumping = true
        defer { pumping = false }
        while true {
            switch machine.next {
            case .take: take()
            case .rest: return
            case .finish(let why, let atOnce): finish(why: why, atOnce: atOnce)
            case .forget:
                machine.forgotten()
                server.forget(self)
            }
        }
    }

    private func take() {
        do throws(ProtocolViolation) {
            guard let call = try parser.next() else { return machine.exhausted() }
            machine.took(oneway: call.oneway)
            let disposition = server.handOver(call, from: id)
            machine.handled(disposition)
        } catch {
            machine.violated(error)
            log("protocol violation", why: error.description)
        }
    }

    private func finish(why: String, atOnce: Bool) {
        log("closing connection", why: why)
        machine.finishing()
        if atOnce { return context.close(promise: nil) }
        server.watchForStalls()
        let context = context
        let flushed = context.eventLoop.makePromise(of: Void.self)
        flushed.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(NIOAny(output.takeAll() ?? ByteBuffer()), promise: flushed)
    }

    private func log(_ message: Logger.Message, why: String) {
        server.logger.debug(
            message,
            metadata: [
                "connection.id": "\(id.number)", "peer.uid": "\(peer.uid)",
                "peer.pid": "\(peer.pid)", "why": "\(why)",
            ]
        )
    }
}

// MARK: - What the handler asks for

extension Connection {
    /// Queues whole messages.
    func send(_ bytes: [UInt8]) {
        guard machine.takesOutput else { return }
        machine.sent(messages: bytes.withUnsafeBytes(countNULs))
        if let spilled = output.append(bytes) { context.write(NIOAny(spilled), promise: nil) }
        markDirty()
    }

    /// Queues whole messages that other connections have too.
    func send(shared buffer: ByteBuffer, messages: Int) {
        guard machine.takesOutput else { return }
        machine.sent(messages: messages)
        let (first, second) = output.append(shared: buffer)
        if let first { context.write(NIOAny(first), promise: nil) }
        if let second { context.write(NIOAny(second), promise: nil) }
        markDirty()
    }

    /// The call that waits is done.
    func proceed() {
        machine.proceed()
        markDirty()
    }

    /// Ends the connection; without patience at once if the peer does not read.
    func end(why: String, patient: Bool) {
        machine.endAsked(why: why, patient: patient)
        markDirty()
    }

    private func markDirty() {
        guard !isDirty else { return }
        isDirty = true
        server.settleLater(self)
    }
}

// MARK: - What the server asks for

extension Connection {
    /// Sends what was queued in this turn, then does what has become due.
    func settle() {
        isDirty = false
        if machine.takesOutput, let buffer = output.takeAll() {
            context.writeAndFlush(NIOAny(buffer), promise: nil)
            if machine.isWatched { server.watchForStalls() }
        }
        pump()
        readIfWanted()
    }

    /// Ends the connection without waiting for what is queued.
    func abort(why: String) {
        log("closing connection", why: why)
        machine.endAsked(why: why, patient: false)
        if !machine.isGone {
            machine.finishing()
            context.close(promise: nil)
        }
        pump()
    }

    /// Looks whether the peer takes what is queued; false: there is nothing to watch.
    func lookForStall(now: Duration) -> Bool {
        guard machine.isWatched else { return false }
        let queued = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        switch stall.look(queued: queued, written: output.given - queued, now: now) {
        case .idle: return false
        case .busy: return true
        case .stalled:
            abort(why: "the peer takes nothing of what is queued")
            return false
        }
    }
}

/// How many NULs there are: each ends a message, as JSON has none.
func countNULs(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var rest = bytes[...]
    // The C library looks at 32 bytes and more at a time.
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let found = memchr(start, 0, rest.count)
    {
        count += 1
        rest = rest.dropFirst(UnsafeRawPointer(found) - start + 1)
    }
    return count
}
