// SPDX-License-Identifier: Apache-2.0
internal import RemoteFolder
internal import RemoteNATS
package import StateConfiguration
package import SyncModel
internal import SystemSupport

/// A maker of drivers for remote stores; tests use their own.
package struct RemoteMaker: Sendable {
    /// The facts needed to create a driver.
    package struct Place: Sendable {
        /// The remote's address.
        package var address: RemoteAddress
        /// The identity of this device.
        package var origin: Origin
        /// The last remote that the store synced with; `nil` if there was none.
        package var known: RemoteIdentity?
        /// The path of the store, beside which a driver may keep its own files; `nil` to keep none.
        package var store: String?
    }

    private let body: @Sendable (Place) -> any Remote

    /// Creates a maker from a closure.
    package init(_ body: @escaping @Sendable (Place) -> any Remote) {
        self.body = body
    }

    /// The maker of the drivers that users can configure.
    package static let standard = RemoteMaker { place in
        switch place.address.location {
        case .folder(let path):
            FolderRemote(
                path: path,
                origin: place.origin,
                known: place.known,
                mirror: place.store.map { $0 + ".segments" }
            )
        case .nats(let servers):
            NATSRemote(
                servers,
                security: place.address.security.resolved(
                    in: CredentialPath.directory
                ),
                origin: place.origin,
                known: place.known
            )
        }
    }

    /// Returns a new driver for the given place.
    func remote(at place: Place) -> any Remote { body(place) }
}
