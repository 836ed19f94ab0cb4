// SPDX-License-Identifier: Apache-2.0
import Varlink

/// A state machine for a connection of a server, which does no I/O.
///
/// After each event, the driver carries out ``next`` until it is `rest`. Each Save asks and tells the
/// machine a dozen times; as a struct in an object, it would be guarded against conflicting accesses
/// each time.
final class ConnectionMachine {
    enum Next: Equatable {
        case take
        case rest
        /// Close the channel, after flushing the queued output unless `atOnce` is true.
        case finish(reason: String, atOnce: Bool)
        /// Tell the handler that the channel is closed, and that all its input was handled.
        case forget
    }

    private enum Phase {
        case open
        case ending(reason: String, waitsForOutput: Bool)
        case finishing
        case gone
        case forgotten
    }

    private enum Hold {
        case none
        /// The handler has received a call, and may call `proceed` before it returns.
        case taking(proceeded: Bool)
        case wait
        case stream
    }

    private let limits: ConnectionLimits
    private var phase = Phase.open
    private var hold: Hold
    /// The reason why no more input is read; `nil` while it is.
    private var inputEnd: String?
    /// True if there are bytes that the parser has not examined.
    private var fresh = false
    /// The number of received bytes after the last delivered call; 0 once no complete call is left.
    private var unread = 0
    private var waiting = 0
    private var owed = 0
    private var writable = true

    /// Creates a machine for an accepted connection; if `isHeld` is true, calls wait for
    /// ``proceed()``.
    init(limits: ConnectionLimits, isHeld: Bool = false) {
        self.limits = limits
        hold = isHeld ? .wait : .none
    }
}

// MARK: - Questions

extension ConnectionMachine {
    var next: Next {
        switch phase {
        case .open: whileOpen
        case .ending(let reason, let waitsForOutput):
            .finish(reason: reason, atOnce: !waitsForOutput && !writable)
        case .finishing, .forgotten: .rest
        case .gone: whileGone
        }
    }

    var wantsInput: Bool {
        guard case .open = phase, inputEnd == nil, writable else { return false }
        guard waiting + owed < limits.callsWaiting else { return false }
        return unread < limits.heldInputBytes
    }

    /// True if all calls were delivered, and another one is wanted.
    var awaitsCall: Bool {
        guard case .none = hold else { return false }
        return waiting == 0 && unread == 0 && wantsInput
    }

    var takesOutput: Bool {
        if case .open = phase { true } else { false }
    }

    /// True if messages can be sent, and the queued output is below its high-water mark.
    var isWritable: Bool { takesOutput && writable }

    /// True if the connection must be closed after its peer has read nothing for too long.
    var isWatched: Bool {
        if case .finishing = phase { return true }
        if case .stream = hold, takesOutput { return true }
        return false
    }

    var isGone: Bool {
        switch phase {
        case .gone, .forgotten: true
        case .open, .ending, .finishing: false
        }
    }

    private var whileOpen: Next {
        guard case .none = hold else { return .rest }
        if fresh { return writable ? .take : .rest }
        if let reason = inputEnd, owed == 0 {
            return .finish(reason: reason, atOnce: false)
        }
        return .rest
    }

    /// The next step after the channel was closed.
    ///
    /// One-way calls that arrived before are still delivered; the driver discards the others.
    private var whileGone: Next {
        switch hold {
        case .none: fresh ? .take : .forget
        case .taking: .rest
        case .wait: waiting > 0 ? .rest : .forget
        case .stream: .forget
        }
    }
}

// MARK: - Events

extension ConnectionMachine {
    /// Records the arrival of bytes that complete the given number of messages.
    ///
    /// Returns false if the bytes must be discarded.
    func arrived(bytes: Int, messages: Int) -> Bool {
        guard case .open = phase, inputEnd == nil else { return false }
        fresh = true
        unread += bytes
        waiting += messages
        return true
    }

    /// Records that the parser returned a call, which `unread` bytes follow.
    func took(oneway: Bool, unread: Int = 0) {
        waiting -= 1
        self.unread = unread
        if !oneway { owed += 1 }
        hold = .taking(proceeded: false)
    }

    func handled(_ disposition: CallDisposition) {
        guard case .taking(let proceeded) = hold else { return }
        switch disposition {
        case .next: hold = .none
        case .wait: hold = proceeded ? .none : .wait
        case .stream: hold = .stream
        }
    }

    func proceed() {
        switch hold {
        case .taking: hold = .taking(proceeded: true)
        case .wait: hold = .none
        case .none, .stream: break
        }
    }

    func exhausted() {
        fresh = false
        unread = 0
    }

    func violated(_ violation: ProtocolViolation) {
        dropRest()
        inputEnd = violation.description
    }

    /// Records that the peer will send nothing more; it may still read.
    func inputEnded() {
        inputEnd = inputEnd ?? "the peer has finished"
    }

    func sent(messages: Int) {
        owed = max(0, owed - messages)
    }

    func becameWritable(_ writable: Bool) {
        self.writable = writable
    }

    /// Ends the connection after its output was sent.
    ///
    /// If `waitsForOutput` is false and the output is above its high-water mark, the connection
    /// ends immediately.
    func requestClose(reason: String, waitsForOutput: Bool) {
        switch phase {
        case .open: phase = .ending(reason: reason, waitsForOutput: waitsForOutput)
        case .gone: dropRest()
        case .ending, .finishing, .forgotten: break
        }
    }

    func finishing() {
        phase = .finishing
    }

    func channelGone() {
        switch phase {
        case .open: phase = .gone
        case .ending, .finishing:
            phase = .gone
            dropRest()
        case .gone, .forgotten: break
        }
    }

    /// Discards all calls that have not been delivered.
    private func dropRest() {
        fresh = false
        waiting = 0
    }

    func dropped() {
        guard case .gone = phase else { return }
        dropRest()
        unread = 0
    }

    func forgotten() {
        phase = .forgotten
    }
}
