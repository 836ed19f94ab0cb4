// SPDX-License-Identifier: Apache-2.0

package struct MessageLimits: Sendable, Equatable {
    /// The maximum length of a message without its NUL, in bytes.
    package var messageBytes = 1 << 20
    /// The maximum nesting of arrays and objects, including the object of the message itself; at
    /// most 64.
    package var depth = JSONReader.defaultDepth

    package init() {}
}
