package import Varlink

/// Decides what a server does next with one connection: pure, one event at a time.
///
/// The driver tells it what happened and then asks ``next`` until that says to rest.
package struct ConnectionMachine {
    /// What to do now.
    package enum Next: Equatable {
        /// Ask the parser for a call and hand it over.
        case take
        /// Nothing, until something happens.
        case rest
        /// Flush what is queued and close, or close without that.
        case finish(why: String, atOnce: Bool)
        /// The channel is gone and its input is used up: tell the handler.
        case forget
    }

    private enum Phase {
        case open
        case ending(why: String, patient: Bool)
        case finishing
        case gone
        case forgotten
    }

    private enum Hold {
        case none
        /// A call is with the handler, which may say `proceed` before it returns.
        case taking(proceeded: Bool)
        case wait
        case stream
    }

    private enum Input {
        case open
        case ended(why: String)
    }

    private let limits: ConnectionLimits
    private var phase = Phase.open
    private var hold = Hold.none
    private var input = Input.open
    /// The parser has bytes that it has not looked at.
    private var fresh = false
    /// Bytes that arrived and were not handed over as calls; 0 once the parser has run dry.
    private var unread = 0
    /// Whole calls that arrived and were not handed over.
    private var waiting = 0
    /// Calls handed over that want an answer and got none.
    private var owed = 0
    private var writable = true

    /// A connection that was just accepted.
    package init(limits: ConnectionLimits) {
        self.limits = limits
    }
}

// MARK: - Questions

extension ConnectionMachine {
    /// What to do now.
    package var next: Next {
        switch phase {
        case .open: whileOpen
        case .ending(let why, let patient): .finish(why: why, atOnce: !patient && !writable)
        case .finishing, .forgotten: .rest
        case .gone: whileGone
        }
    }

    /// Whether the socket is to be read.
    package var wantsInput: Bool {
        guard case .open = phase, case .open = input, writable else { return false }
        guard waiting + owed < limits.callsWaiting else { return false }
        return unread < limits.heldInputBytes
    }

    /// Whether what the handler sends still has somewhere to go.
    package var takesOutput: Bool {
        switch phase {
        case .open: true
        case .ending, .finishing, .gone, .forgotten: false
        }
    }

    /// Whether the handler may send without growing the queue past the high-water mark.
    package var isWritable: Bool { takesOutput && writable }

    /// Whether a peer that takes nothing is to be closed after a while.
    package var isWatched: Bool {
        if case .finishing = phase { return true }
        if case .stream = hold, takesOutput { return true }
        return false
    }

    /// Whether the channel is closed.
    package var isGone: Bool {
        switch phase {
        case .gone, .forgotten: true
        case .open, .ending, .finishing: false
        }
    }

    private var whileOpen: Next {
        guard case .none = hold else { return .rest }
        if fresh { return writable ? .take : .rest }
        if case .ended(let why) = input, owed == 0 { return .finish(why: why, atOnce: false) }
        return .rest
    }

    /// Calls that came before the peer left and that ask for no answer are still handed over; the
    /// driver drops the others.
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
    /// Bytes arrived, with so many ends of messages among them; false: drop them.
    package mutating func arrived(bytes: Int, messages: Int) -> Bool {
        guard case .open = phase, case .open = input else { return false }
        fresh = true
        unread += bytes
        waiting += messages
        return true
    }

    /// The parser gave a call, which goes to the handler now; so many bytes are behind it.
    package mutating func took(oneway: Bool, unread: Int = 0) {
        waiting -= 1
        self.unread = unread
        if !oneway { owed += 1 }
        hold = .taking(proceeded: false)
    }

    /// The handler is done with the call, or will be.
    package mutating func handled(_ disposition: CallDisposition) {
        guard case .taking(let proceeded) = hold else { return }
        switch disposition {
        case .next: hold = .none
        case .wait: hold = proceeded ? .none : .wait
        case .stream: hold = .stream
        }
    }

    /// The handler is done with a call that it let wait.
    package mutating func proceed() {
        switch hold {
        case .taking: hold = .taking(proceeded: true)
        case .wait: hold = .none
        case .none, .stream: break
        }
    }

    /// The parser has no whole call left.
    package mutating func exhausted() {
        fresh = false
        unread = 0
    }

    /// The input cannot be understood any more.
    package mutating func violated(_ violation: ProtocolViolation) {
        fresh = false
        waiting = 0
        input = .ended(why: violation.description)
    }

    /// The peer will send nothing more, but may still read.
    package mutating func inputEnded() {
        guard case .open = input else { return }
        input = .ended(why: "the peer has finished")
    }

    /// The handler sent so many messages.
    package mutating func sent(messages: Int) {
        owed = max(0, owed - messages)
    }

    /// The output queue passed a water mark.
    package mutating func becameWritable(_ writable: Bool) {
        self.writable = writable
    }

    /// The connection is to end; without patience at once if the peer does not read.
    package mutating func endAsked(why: String, patient: Bool) {
        switch phase {
        case .open: phase = .ending(why: why, patient: patient)
        case .gone:
            fresh = false
            waiting = 0
        case .ending, .finishing, .forgotten: break
        }
    }

    /// The driver began to flush and close.
    package mutating func finishing() {
        phase = .finishing
    }

    /// The channel is gone.
    package mutating func channelGone() {
        switch phase {
        case .open: phase = .gone
        case .ending, .finishing:
            phase = .gone
            fresh = false
            waiting = 0
        case .gone, .forgotten: break
        }
    }

    /// The calls that were left of a channel that is gone were dropped.
    package mutating func dropped() {
        guard case .gone = phase else { return }
        fresh = false
        waiting = 0
        unread = 0
    }

    /// The handler has been told.
    package mutating func forgotten() {
        phase = .forgotten
    }
}
