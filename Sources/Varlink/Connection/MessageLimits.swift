// SPDX-License-Identifier: Apache-2.0

/// The limits on a single message.
package struct MessageLimits: Sendable, Equatable {
    /// The maximum length of a message, in bytes, without its closing NUL.
    package var messageBytes = 1 << 20
    /// The maximum nesting of arrays and objects, including the message's own object; at most 64.
    package var depth = JSONReader.defaultDepth

    /// Creates the default limits.
    package init() {}
}
