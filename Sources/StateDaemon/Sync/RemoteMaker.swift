internal import RemoteFolder
package import StateModel

/// Makes the driver of a remote store; tests bring their own.
package struct RemoteMaker: Sendable {
    /// The facts that a driver is made of.
    package struct Place: Sendable {
        /// The remote's address.
        package var address: RemoteAddress
        /// This device.
        package var origin: Origin
        /// The remote that the store was last in touch with; `nil` if there was none.
        package var known: RemoteIdentity?
        /// The path of the store, beside which a driver may keep files of its own.
        package var store: String
    }

    private let body: @Sendable (Place) -> any Remote

    /// A maker of one's own.
    package init(_ body: @escaping @Sendable (Place) -> any Remote) {
        self.body = body
    }

    /// The drivers that people can configure.
    package static let standard = RemoteMaker { place in
        switch place.address.location {
        case .folder(let path):
            FolderRemote(
                path: path,
                origin: place.origin,
                known: place.known,
                mirror: place.store + ".segments"
            )
        }
    }

    /// The driver for that place.
    func remote(at place: Place) -> any Remote { body(place) }
}
