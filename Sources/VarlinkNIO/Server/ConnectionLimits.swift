package import Varlink

/// What one server grants its clients; over a limit, only the connection at fault notices.
package struct ConnectionLimits: Sendable, Equatable {
    /// Connections in all; one more is accepted and closed at once.
    package var connections = 4096
    /// Connections of one user id; one more is accepted and closed at once.
    package var connectionsPerUser = 2048
    /// Calls of one connection that arrived and are not answered; then its socket is not read.
    package var callsWaiting = 1024
    /// Bytes of one connection that arrived and wait to be carried out; then its socket is not read.
    ///
    /// One read's worth (64 KiB) may come on top, and once the peer has shut down its side, what
    /// the kernel still held. A message that is longer is read to its end.
    package var heldInputBytes = 1 << 16
    /// Output of one connection, in bytes, at which it counts as full.
    ///
    /// Its socket is not read and its calls are not handed over until it has drained; one
    /// message more may come on top.
    package var highWaterBytes = 1 << 18
    /// Output of one connection, in bytes, at which a full one takes more again.
    package var lowWaterBytes = 1 << 16
    /// How long a stream, or a connection about to close, may take nothing of what is queued.
    ///
    /// Such a connection is looked at four times in that span, so it is closed after 1 to 1½ of it.
    package var stall: Duration = .seconds(60)
    /// The time that a peer may take to finish a message that it began.
    package var messageTimeout: Duration = .seconds(30)
    /// Bytes that the connections of one user may hold as input: most of it unfinished messages.
    ///
    /// Beyond that the connection that holds the most is closed. Twice the largest message counts
    /// where that is more.
    package var inputBytesPerUser = 32 << 20
    /// Bytes of replies that the connections of one user may leave unread.
    ///
    /// Beyond that the connection that holds the most is closed. Bytes that connections share, as the
    /// subscribers of a stream do, do not count.
    package var outputBytesPerUser = 128 << 20
    /// The time that the calls of one turn may take before their answers leave.
    ///
    /// A call that was begun is finished, so that one call more may come on top.
    package var turn: Duration = .milliseconds(2)
    /// What one message may be.
    package var messages = MessageLimits()

    /// The limits that hold where nothing else is configured.
    package init() {}
}
