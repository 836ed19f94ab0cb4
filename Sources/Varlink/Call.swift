// SPDX-License-Identifier: Apache-2.0

/// A call that is well-formed; its parameters have not been decoded.
package struct Call: Sendable, Equatable {
    package let method: String
    /// The parameters, which are a well-formed JSON object; `{}` if the call has none.
    package let parameters: [UInt8]
    /// True if the caller does not want a reply, not even an error.
    package let oneway: Bool
    package let more: Bool
    /// True if the caller wants to use the connection for another protocol after the reply.
    package let upgrade: Bool
    /// The number by which the handler finds the method; `nil` until ``ServerHandler/weigh(_:)``
    /// sets it.
    package var route: Int?

    package init(method: String, parameters: [UInt8], oneway: Bool, more: Bool, upgrade: Bool) {
        self.method = method
        self.parameters = parameters
        self.oneway = oneway
        self.more = more
        self.upgrade = upgrade
    }
}
