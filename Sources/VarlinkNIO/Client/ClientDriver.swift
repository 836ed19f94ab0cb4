// SPDX-License-Identifier: Apache-2.0
import Glibc
import NIOCore
import Synchronization
import Varlink

/// The cancellation of a call, which may precede the call on the event loop.
final class CallTicket: Sendable {
    let isCancelled = Atomic(false)
}

/// The client's end of a connection; it is used only on the clients' event loop.
final class ClientDriver: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    typealias ReplyTaker = CheckedContinuation<Result<Reply, ClientError>, Never>
    typealias BatchTaker = CheckedContinuation<ReplyBatch, Never>

    private enum Waiter {
        /// A call, or a one-way call whose bytes the kernel has not taken yet.
        case reply(ReplyTaker, timer: Scheduled<Void>?, ticket: CallTicket)
        case stream(ReplyQueue<BatchTaker>)
    }

    private var context: ChannelHandlerContext?
    private var connection: ClientConnection
    private var waiters: [Int: Waiter] = [:]
    /// The number of a call whose stream has a slow reader; nothing is read or parsed until the
    /// reader has caught up.
    private var lagging: Int?
    /// True after a call was cancelled, because its reply would delay those of new calls; the
    /// connection is closed after the replies to the calls in progress.
    private var isRetired = false
    /// The reason why there are no more replies; `nil` while the connection is open.
    private var ended: ClientError?

    init(limits: MessageLimits) {
        connection = ClientConnection(limits: limits)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).withUnsafeReadableBytes { connection.receive($0) }
        deliver()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if lagging == nil { context.read() }
    }

    /// Stores the error for the calls that fail when the channel becomes inactive.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard ended == nil, let error = error as? IOError else { return }
        ended = ClientError(ending: error.errnoCode)
    }

    func channelInactive(context: ChannelHandlerContext) {
        ended = ended ?? .closed
        deliver()
    }
}

// MARK: - Calls

extension ClientDriver {
    /// Sends a call; a one-way call is answered without parameters once the kernel has all bytes.
    func call(
        _ method: String,
        _ parameters: [UInt8]?,
        oneway: Bool,
        within limit: TimeAmount?,
        _ ticket: CallTicket,
        _ taker: ReplyTaker
    ) {
        if ticket.isCancelled.load(ordering: .relaxed) {
            return taker.resume(returning: .failure(.cancelled))
        }
        guard ended == nil, !isRetired, let context else {
            return taker.resume(returning: .failure(.notSent))
        }
        let message = connection.call(method: method, parameters: parameters, oneway: oneway)
        let call = connection.calls
        let loop = context.eventLoop.assumeIsolated()
        let timer = limit.map { loop.scheduleTask(in: $0) { self.end(.timedOut) } }
        waiters[call] = .reply(taker, timer: timer, ticket: ticket)
        guard oneway else { return write(message, promise: nil) }
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenSuccess {
            self.answer(call, .success(Reply(parameters: [])))
        }
        write(message, promise: sent)
    }

    /// Ends a call, whose reply is then discarded.
    func cancel(_ ticket: CallTicket) {
        let call = waiters.first { _, waiter in
            if case .reply(_, _, let own) = waiter { own === ticket } else { false }
        }
        guard let call else { return }
        isRetired = true
        answer(call.key, .failure(.cancelled))
    }

    private func answer(_ call: Int, _ result: Result<Reply, ClientError>) {
        guard case .reply(let taker, let timer, _) = waiters[call] else { return }
        waiters[call] = nil
        timer?.cancel()
        taker.resume(returning: result)
        if isRetired, waiters.isEmpty { end(.closed) }
    }

    /// Sends a call with `more`, and returns its number.
    func callMore(_ method: String, _ parameters: [UInt8]?) -> Result<Int, ClientError> {
        if let ended { return .failure(ended) }
        if isRetired { return .failure(.notSent) }
        let message = connection.call(method: method, parameters: parameters, more: true)
        let call = connection.calls
        waiters[call] = .stream(ReplyQueue())
        write(message, promise: nil)
        return .success(call)
    }

    func take(from call: Int, _ taker: BatchTaker) {
        guard case .stream(var queue) = waiters[call] else {
            return taker.resume(returning: .over(ended))
        }
        let batch = queue.take(taker)
        waiters[call] = .stream(queue)
        if let batch { taker.resume(returning: batch) }
        if case .over? = batch { waiters[call] = nil }
        caughtUp(call)
    }

    /// Discards a stream that has no reader; closes the connection if more replies are expected.
    func abandon(_ call: Int) {
        guard case .stream(let queue) = waiters.removeValue(forKey: call) else { return }
        if queue.isOver { caughtUp(call) } else { end(.closed) }
    }

    /// Closes the connection; all waiting calls fail with `error`, or with an earlier one.
    func end(_ error: ClientError) {
        ended = ended ?? error
        lagging = nil
        failAll()
        context?.close(promise: nil)
    }

    private func caughtUp(_ call: Int) {
        guard lagging == call else { return }
        lagging = nil
        deliver()
        if lagging == nil { context?.read() }
    }

    private func write(_ message: [UInt8], promise: EventLoopPromise<Void>?) {
        context?.writeAndFlush(NIOAny(ByteBuffer(bytes: message)), promise: promise)
    }
}

// MARK: - Replies

extension ClientDriver {
    private func deliver() {
        while lagging == nil {
            do throws(ProtocolViolation) {
                guard let answer = try connection.nextAnswer() else {
                    if ended != nil { failAll() }
                    return
                }
                deliver(answer)
            } catch {
                return end(.violation(error))
            }
        }
    }

    private func deliver(_ answer: ClientConnection.Answer) {
        switch waiters[answer.call] {
        case .reply: self.answer(answer.call, .success(answer.reply))
        case .stream(var queue):
            let delivery = queue.offer(answer.reply)
            if queue.isFull { lagging = answer.call }
            waiters[answer.call] = .stream(queue)
            if let delivery { delivery.taker.resume(returning: delivery.batch) }
        case nil: break
        }
    }

    private func failAll() {
        let error = ended ?? .closed
        for (call, waiter) in waiters {
            switch waiter {
            case .reply: answer(call, .failure(error))
            case .stream(var queue):
                let delivery = queue.end(error)
                waiters[call] = .stream(queue)
                delivery?.taker.resume(returning: .over(error))
            }
        }
    }
}

extension ClientError {
    fileprivate init(ending errno: Int32) {
        switch errno {
        case ECONNRESET, EPIPE: self = .closed
        default: self = .failed(errno: errno)
        }
    }
}
