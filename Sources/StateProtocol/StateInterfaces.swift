// SPDX-License-Identifier: Apache-2.0

/// The definitions of the five interfaces, as in their files.
package enum StateInterfaces {
    package static let playback = text(PackageResources.io_stated_Playback_varlink)
    package static let session = text(PackageResources.io_stated_Session_varlink)
    package static let events = text(PackageResources.io_stated_Events_varlink)
    package static let sync = text(PackageResources.io_stated_Sync_varlink)
    package static let service = text(PackageResources.io_stated_Service_varlink)

    package static let texts = [playback, session, events, sync, service]

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
