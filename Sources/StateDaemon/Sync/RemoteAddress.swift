// SPDX-License-Identifier: Apache-2.0
internal import RemoteFolder
internal import RemoteNATS
package import StateConfiguration
package import SyncModel

/// A maker of drivers for remote stores; tests use their own.
package typealias RemoteMaker = @Sendable (RemoteAddress, RemoteUser) -> any Remote

/// A remote store that the configuration names.
package struct RemoteAddress: Sendable {
    /// The kinds of remote stores.
    private static let kinds: [any RemotePlace.Type] = [FolderPlace.self, NATSPlace.self]

    /// The URL, unchanged.
    package let text: String
    /// The place that the URL names.
    package let place: any RemotePlace
    /// The credentials and TLS files.
    package let files: RemoteFiles

    /// Parses a URL.
    ///
    /// - Throws: ``RemoteURLFault``, which says what to write instead.
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

    /// Creates the address of a configuration whose URL the loader has checked; `nil` without one.
    package init?(_ configuration: Configuration) {
        guard let text = configuration.remote,
            let address = try? RemoteAddress(text, files: configuration.remoteFiles)
        else { return nil }
        self = address
    }

    /// Returns the reason why a URL names no remote store; `nil` if it names one.
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
    /// Returns true if both have the same URL and the same files.
    package static func == (one: Self, other: Self) -> Bool {
        one.text == other.text && one.files == other.files
    }
}
