// SPDX-License-Identifier: Apache-2.0

/// A well-formed call, whose parameters are not interpreted yet.
package struct Call: Sendable, Equatable {
    /// The fully qualified name of the method, such as `io.stated.Playback.Get`.
    package let method: String
    /// The parameters: one well-formed JSON object; `{}` if the call has none.
    package let parameters: [UInt8]
    /// True if the caller wants no reply, not even an error.
    package let oneway: Bool
    /// True if the caller accepts more than one reply.
    package let more: Bool
    /// True if the caller wants to use the connection for another protocol after the reply.
    package let upgrade: Bool
    /// The handler's number for the method, once ``ServerHandler/weigh(_:)`` has set it.
    package var route: Int?

    /// Creates a call from its members.
    package init(method: String, parameters: [UInt8], oneway: Bool, more: Bool, upgrade: Bool) {
        self.method = method
        self.parameters = parameters
        self.oneway = oneway
        self.more = more
        self.upgrade = upgrade
    }
}
