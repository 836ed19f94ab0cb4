internal import RemoteFolder
package import StateModel

/// Makes the driver of a remote store; tests bring their own.
package struct RemoteMaker: Sendable {
    private let body: @Sendable (RemoteAddress, Origin, RemoteIdentity?) -> any Remote

    /// A maker of one's own: it is given the address, this device, and the remote that the store was
    /// last in touch with.
    package init(
        _ body: @escaping @Sendable (RemoteAddress, Origin, RemoteIdentity?) -> any Remote
    ) {
        self.body = body
    }

    /// The drivers that people can configure.
    package static let standard = RemoteMaker { address, origin, known in
        switch address.location {
        case .folder(let path): FolderRemote(path: path, origin: origin, known: known)
        }
    }

    /// The driver for that address.
    func remote(
        at address: RemoteAddress,
        for origin: Origin,
        known: RemoteIdentity?
    ) -> any Remote {
        body(address, origin, known)
    }
}
