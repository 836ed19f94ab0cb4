/// One call as it came off the wire, well-formed but not yet understood.
package struct Call: Sendable, Equatable {
    /// The fully qualified method: `io.stated.Playback.Get`.
    package let method: String
    /// The parameters as they came: one JSON object, checked to be well-formed; `{}` if absent.
    package let parameters: [UInt8]
    /// The caller wants no answer, not even an error.
    package let oneway: Bool
    /// The caller takes more than one reply.
    package let more: Bool
    /// The caller wants the connection for another protocol after the reply.
    package let upgrade: Bool

    /// A call with all its members.
    package init(method: String, parameters: [UInt8], oneway: Bool, more: Bool, upgrade: Bool) {
        self.method = method
        self.parameters = parameters
        self.oneway = oneway
        self.more = more
        self.upgrade = upgrade
    }
}
