/// Where a server listens.
package enum ListenAddress: Sendable, Equatable {
    /// A socket of its own at that path, with those rights; the directory must exist.
    case path(String, mode: UInt32 = 0o600)
    /// A listening socket that was inherited, as in socket activation; its file is not touched.
    case inherited(descriptor: Int32)
}
