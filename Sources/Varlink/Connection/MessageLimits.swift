/// How much a peer may send at once.
package struct MessageLimits: Sendable, Equatable {
    /// A message's length in bytes, without its closing NUL.
    package var messageBytes = 1 << 20
    /// How deep arrays and objects nest, the message's own object included; 64 at most.
    package var depth = JSONReader.defaultDepth

    /// The limits that hold where nothing else is configured.
    package init() {}
}
