// SPDX-License-Identifier: Apache-2.0
internal import RemoteFolder
internal import RemoteNATS
package import StateConfiguration
package import SyncModel

/// A function that creates the driver of a remote store.
package typealias RemoteMaker = @Sendable (RemoteAddress, RemoteUser) -> any Remote

/// The address of a remote store in the configuration.
package struct RemoteAddress: Sendable {
    private static let kinds: [any RemotePlace.Type] = [FolderPlace.self, NATSPlace.self]

    /// The URL, as configured.
    package let text: String
    package let place: any RemotePlace
    /// The credentials and TLS files for the servers.
    package let files: RemoteFiles

    /// Parses a URL.
    ///
    /// - Throws: ``RemoteURLFault``, which explains the allowed forms.
    package init(
        _ text: String,
        files: RemoteFiles = RemoteFiles()
    ) throws(RemoteURLFault) {
        guard let colon = text.firstRange(of: "://") else {
            throw RemoteURLFault(
                text.hasPrefix("/")
                    ? "it is a path, not a URL; write file://\(text)"
                    : "it is not a URL; \(Self.advice)"
            )
        }
        let scheme = text[..<colon.lowerBound].lowercased()
        guard let kind = Self.kinds.first(where: { $0.schemes.contains(scheme) }) else {
            throw RemoteURLFault(
                "there is no remote store of the kind '\(scheme)'; \(Self.advice)"
            )
        }
        place = try kind.init(scheme: scheme, rest: text[colon.upperBound...])
        self.text = text
        self.files = files
    }

    /// Creates the address from a configuration; returns `nil` if there is no remote.
    ///
    /// The loader has already checked the URL.
    package init?(_ configuration: Configuration) {
        guard let text = configuration.remote,
            let address = try? RemoteAddress(text, files: configuration.remoteFiles)
        else { return nil }
        self = address
    }

    /// Returns the reason why a text is not the URL of a remote store; `nil` if it is one.
    package static func complaint(_ text: String) -> String? {
        do throws(RemoteURLFault) {
            _ = try RemoteAddress(text)
            return nil
        } catch {
            return error.description
        }
    }

    private static var advice: String {
        "write \(kinds.map { $0.example }.joined(separator: ", ")), or none"
    }
}

extension RemoteAddress: Equatable {
    package static func == (one: Self, other: Self) -> Bool {
        one.text == other.text && one.files == other.files
    }
}
