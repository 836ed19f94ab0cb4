// SPDX-License-Identifier: Apache-2.0

/// The limits of a server for its clients; exceeding one affects only the connection at fault.
package struct ConnectionLimits: Sendable, Equatable {
    /// The maximum number of connections; further ones are accepted and immediately closed.
    package var connections = 4096
    /// The maximum number of connections of one user; further ones are accepted and immediately
    /// closed.
    package var connectionsPerUser = 2048
    /// The maximum number of connections accepted in one turn.
    ///
    /// Examining one whose peer has hung up takes about 60 µs.
    package var acceptsPerTurn = 32
    /// The number of unanswered calls of one connection at which reading from its socket stops.
    package var callsWaiting = 1024
    /// The size of one connection's unprocessed input, in bytes, at which reading from its socket
    /// stops.
    ///
    /// The input may exceed the limit by one read (64 KiB), by a longer message and, after the
    /// peer's shutdown, by the contents of the kernel's buffer.
    package var heldInputBytes = 1 << 16
    /// The size of one connection's output, in bytes, at which it counts as full.
    ///
    /// Until a full connection's output has drained, its socket is not read and its calls are not
    /// delivered. One message may exceed the limit.
    package var highWaterBytes = 1 << 18
    /// The size of the output, in bytes, at which a full connection accepts more again.
    package var lowWaterBytes = 1 << 16
    /// The time for which the peer of a stream, or of a closing connection, may read nothing.
    ///
    /// There are four checks in that time, so the connection is closed after 1 to 1½ times as long.
    package var stall: Duration = .seconds(60)
    /// The time within which a peer must complete a message.
    package var messageTimeout: Duration = .seconds(30)
    /// The maximum input of one user's connections, in bytes, which is mostly incomplete messages.
    ///
    /// Beyond it, the connection with the most input is closed. The limit is never less than twice
    /// the size of the largest message.
    package var inputBytesPerUser = 32 << 20
    /// The maximum unread output of one user's connections, in bytes.
    ///
    /// Beyond it, the connection with the most output is closed. Bytes that connections share, such
    /// as the changes of a stream, do not count.
    package var outputBytesPerUser = 128 << 20
    /// The total cost of the calls of one turn, after which their replies are sent.
    ///
    /// The first call of a turn may cost more.
    package var turn: Duration = .milliseconds(2)
    /// The limits on a single message.
    package var messages = MessageLimits()

    /// Creates the default limits.
    package init() {}
}
