// SPDX-License-Identifier: Apache-2.0

package struct ConnectionLimits: Sendable, Equatable {
    /// The maximum number of connections; further ones are accepted and immediately closed.
    package var connections = 4096
    /// The maximum number of connections of one user; further ones are accepted and immediately
    /// closed.
    package var connectionsPerUser = 2048
    /// The maximum number of connections accepted in one turn.
    ///
    /// It takes about 60 µs to examine a connection whose peer has already closed its end.
    package var acceptsPerTurn = 32
    /// The number of unanswered calls at which a connection's socket is no longer read.
    package var callsWaiting = 1024
    /// The size of a connection's unprocessed input at which its socket is no longer read, in
    /// bytes.
    ///
    /// The input can exceed this limit by one read (64 KiB), or by the rest of a longer message.
    /// After the peer has shut down its side, the input can also exceed the limit by what the
    /// kernel has buffered.
    package var heldInputBytes = 1 << 16
    /// The size of a connection's output at which the connection is full, in bytes.
    ///
    /// While a connection is full, its socket is not read, and its calls are not delivered. A
    /// single message may exceed the limit.
    package var highWaterBytes = 1 << 18
    /// The size of the output below which a full connection accepts more output, in bytes.
    package var lowWaterBytes = 1 << 16
    /// The time for which the peer of a stream, or of a connection that is being closed, may read
    /// nothing.
    ///
    /// At least four checks are made in this time, so the connection is closed after at most 1½
    /// times as long.
    package var stall: Duration = .seconds(60)
    /// The time within which a peer must complete a message.
    package var messageTimeout: Duration = .seconds(30)
    /// The maximum total input of one user's connections, in bytes.
    ///
    /// When it is exceeded, the connections with the most input are closed until the total is at
    /// most three quarters of the limit. The limit in effect is at least twice the maximum size of
    /// a message.
    package var inputBytesPerUser = 32 << 20
    /// The maximum total unread output of one user's connections, in bytes.
    ///
    /// When it is exceeded, the connections with the most output are closed until the total is at
    /// most three quarters of the limit. Bytes that connections share, such as changes sent to many
    /// subscribers, are not counted.
    package var outputBytesPerUser = 128 << 20
    /// The total cost of calls at which a turn ends, and their replies are sent.
    ///
    /// A single call may have a higher cost.
    package var turn: Duration = .milliseconds(2)
    package var messages = MessageLimits()

    package init() {}
}
