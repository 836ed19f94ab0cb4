// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The location of the remote store that devices sync with.
package enum RemoteLocation: Equatable, Sendable {
    /// A folder that another program carries between devices, such as Syncthing, NFS or Nextcloud.
    case folder(path: String)
}

/// The address of a remote store as the user wrote it: `file:///home/kim/Sync/stated`.
package struct RemoteAddress: Equatable, Sendable {
    /// The URL, unchanged.
    package let text: String
    /// The location that the URL refers to.
    package let location: RemoteLocation

    /// Parses a URL.
    ///
    /// - Throws: ``RemoteAddressFault``, which says what to write instead.
    package init(_ text: String) throws(RemoteAddressFault) {
        self.text = text
        location = .folder(path: try Self.path(text))
    }

    /// Returns the path of a `file` URL (RFC 8089), without a slash at its end.
    private static func path(_ text: String) throws(RemoteAddressFault) -> String {
        guard let colon = text.firstRange(of: "://") else {
            throw text.hasPrefix("/") ? .isPath(text) : .isNoURL
        }
        let scheme = text[..<colon.lowerBound].lowercased()
        guard scheme == "file" else { throw .unknownScheme(scheme) }
        let rest = text[colon.upperBound...]
        guard !rest.contains(where: { "?#".contains($0) }) else { throw .hasQuery }
        guard let slash = rest.firstIndex(of: "/") else { throw .hasHost(String(rest)) }
        let host = rest[..<slash]
        guard host.isEmpty || host == "localhost" else { throw .hasHost(String(host)) }
        guard var path = PercentEscapes.decoded(rest[slash...]) else { throw .badEscape }
        while path.hasSuffix("/") { path.removeLast() }
        guard !path.isEmpty else { throw .isRoot }
        // The system's paths have at most 4096 bytes, including a NUL; the store's files lie below
        // this one.
        guard path.utf8.count <= 3_840 else { throw .tooLong }
        return path
    }
}

/// The reason why a text is not the address of a remote store.
package enum RemoteAddressFault: Error, Equatable, Sendable {
    /// The text has no scheme and is not a path.
    case isNoURL
    /// The text is a path instead of a URL.
    case isPath(String)
    /// The URL has a scheme that is not supported.
    case unknownScheme(String)
    /// The URL names a machine.
    case hasHost(String)
    /// The URL has a query or a fragment, most likely because of a plain `?` or `#` in the path.
    case hasQuery
    /// A percent sign is not followed by two hexadecimal digits, or the path is not text.
    case badEscape
    /// The URL refers to the root of the file system.
    case isRoot
    /// The path leaves no room for the names of the store's files.
    case tooLong
}

extension RemoteAddressFault: CustomStringConvertible {
    /// The mistake and the advice; completes "'…' is not allowed: ".
    package var description: String {
        switch self {
        case .isNoURL: "it is no URL; \(Self.advice)"
        case .isPath(let path): "it is a path; write file://\(path)"
        case .unknownScheme(let scheme):
            "there is no remote store of the kind '\(scheme)'; \(Self.advice)"
        case .hasHost(let host) where [".", "..", "~"].contains(host) || host.isEmpty:
            "the path is not absolute; \(Self.advice)"
        case .hasHost(let host):
            "'\(host)' would be a machine; \(Self.advice), with three slashes, "
                + "and mount what lies on another machine"
        case .hasQuery: "in a URL '?' is written %3F and '#' is written %23"
        case .badEscape: "in a URL '%' is written %25, and other letters in UTF-8"
        case .isRoot:
            "it is the root of the file system; write a folder of its own: "
                + "file:///absolute/path"
        case .tooLong: "the path is longer than 3840 bytes"
        }
    }

    private static let advice = "write file:///absolute/path for a shared folder, or none"
}
