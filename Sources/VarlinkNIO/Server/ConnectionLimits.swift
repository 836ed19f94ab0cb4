package import Varlink

/// What one server grants its clients; over a limit, only the connection at fault notices.
package struct ConnectionLimits: Sendable, Equatable {
    /// Connections in all; one more is accepted and closed at once.
    package var connections = 4096
    /// Connections of one user id; one more is accepted and closed at once.
    package var connectionsPerUser = 2048
    /// Calls of one connection that arrived and are not answered; then its socket is not read.
    package var callsWaiting = 1024
    /// Bytes of one connection that arrived while a call was held; then its socket is not read.
    ///
    /// One read's worth (64 KiB) may come on top, and once the peer has shut down its side, what
    /// the kernel still held.
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
    /// What one message may be.
    package var messages = MessageLimits()

    /// The limits that hold where nothing else is configured.
    package init() {}
}
