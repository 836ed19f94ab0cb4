// SPDX-License-Identifier: Apache-2.0

/// The place in a stream at which a reader begins, or goes on.
package enum StreamPosition: Equatable, Sendable {
    /// The state as it stands, then each change.
    case beginning
    /// Each change from now on.
    case now
    /// The changes after a token; the reader may have seen all that was sent with it.
    case after(token: String)
    /// The changes after the first event that had the token.
    case afterFirst(token: String)
}
