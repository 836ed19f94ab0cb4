// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// The limits of a server for its clients; an exceeded limit affects only the connection at fault.
package struct ConnectionLimits: Sendable, Equatable {
    /// The number of connections in total; a further one is accepted and closed at once.
    package var connections = 4096
    /// The number of connections of one user id; a further one is accepted and closed at once.
    package var connectionsPerUser = 2048
    /// The number of connections accepted in one turn.
    ///
    /// Those that were hung up are examined, which takes about 60 µs each.
    package var acceptsPerTurn = 32
    /// The number of unanswered calls of one connection at which its socket is no longer read.
    package var callsWaiting = 1024
    /// The input of one connection, in bytes, at which its socket is no longer read.
    ///
    /// The input is the bytes that arrived and wait to be carried out. One read (64 KiB) may come
    /// on top, and, once the peer has shut down its side, everything that the kernel still held. A
    /// longer message is read to its end.
    package var heldInputBytes = 1 << 16
    /// The output of one connection, in bytes, at which it counts as full.
    ///
    /// Its socket is not read and its calls are not handed over until the output has drained; one
    /// message more may come on top.
    package var highWaterBytes = 1 << 18
    /// The output of one connection, in bytes, at which a full one accepts more again.
    package var lowWaterBytes = 1 << 16
    /// The time for which a stream, or a connection about to close, may read none of its output.
    ///
    /// The connection is checked four times in that time, so it is closed after 1 to 1½ times of
    /// it.
    package var stall: Duration = .seconds(60)
    /// The time within which a peer has to finish a message that it began.
    package var messageTimeout: Duration = .seconds(30)
    /// The input that the connections of one user may hold, in bytes, most of it unfinished
    /// messages.
    ///
    /// If it is exceeded, the connection that holds the most is closed. The limit is never less
    /// than twice the largest message.
    package var inputBytesPerUser = 32 << 20
    /// The replies that the connections of one user may leave unread, in bytes.
    ///
    /// If it is exceeded, the connection that holds the most is closed. Bytes that connections
    /// share, such as the changes of a stream, do not count.
    package var outputBytesPerUser = 128 << 20
    /// The cost of the calls of one turn, after which their replies are sent.
    ///
    /// The first call of a turn may cost more.
    package var turn: Duration = .milliseconds(2)
    /// The limits on a single message.
    package var messages = MessageLimits()

    /// Creates the default limits.
    package init() {}
}
