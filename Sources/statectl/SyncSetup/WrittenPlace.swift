// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel

enum WrittenPlace {
    static let serverSchemes = ["nats", "tls"]
    private static let schemes = serverSchemes + ["file"]

    /// Returns the place to which a text refers.
    ///
    /// A text with a colon is a path if it does not look like a URL. Without `//` after the colon,
    /// it is also a path if that path exists.
    static func place(
        _ written: String,
        exists: (String) -> Bool = { access($0, F_OK) == 0 }
    ) throws(Failure) -> any SyncPlace {
        guard let colon = written.firstIndex(of: ":"), isScheme(written[..<colon]) else {
            if written == "~" || written.hasPrefix("~/"), !exists(written) {
                let path = UserFolder.home + written.dropFirst()
                throw Failure(.badValue, "the shell did not replace “~”; write \(path.quoted)")
            }
            return try SyncFolder(written: written)
        }
        let scheme = written[..<colon].lowercased()
        let rest = written[written.index(after: colon)...]
        guard rest.hasPrefix("//") else {
            let isURL = rest.hasPrefix("/") || schemes.contains(scheme)
            if !isURL || exists(written) { return try SyncFolder(written: written) }
            if scheme == "file" { return try folder(ofURL: rest) }
            throw unknown(scheme, written)
        }
        switch scheme {
        case _ where serverSchemes.contains(scheme): return try store(written, rest.dropFirst(2))
        case "file": return try folder(ofURL: rest)
        default: throw unknown(scheme, written)
        }
    }

    private static func isScheme(_ text: Substring) -> Bool {
        text.first.map { $0.isASCII && $0.isLetter } ?? false
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// Returns the folder for a `file` URL (RFC 8089); `rest` is the part after `file:`.
    private static func folder(ofURL rest: Substring) throws(Failure) -> SyncFolder {
        var path = rest
        if rest.hasPrefix("//") {
            let host = rest.dropFirst(2).prefix { $0 != "/" }
            path = rest.dropFirst(2 + host.count)
            guard host.isEmpty || host.lowercased() == "localhost" else {
                throw Failure(
                    .badValue,
                    "“\(String(host).visible)” is the name of a machine; mount its folder here, and write "
                        + "file:///absolute/path with three slashes"
                )
            }
        }
        guard path.hasPrefix("/"), !path.contains(where: { "?#".contains($0) }),
            let decoded = PercentEscapes.decoded(path)
        else {
            throw Failure(
                .badValue,
                "the URL of a folder is file:///absolute/path, with %25, %3F and %23 for %, ? and #; "
                    + "you can also give the plain path"
            )
        }
        return try SyncFolder(written: "/" + decoded.drop { $0 == "/" })
    }

    private static func store(
        _ written: String,
        _ rest: Substring
    ) throws(Failure) -> ServerStore {
        guard !rest.contains("@") else {
            throw Failure(
                .badValue,
                "a URL with a user or a password is visible to others; write them to a file, and "
                    + "give its path with --credentials"
            )
        }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else {
            throw Failure(.badValue, "the URL does not name a store; write nats://host:4222/NAME")
        }
        return ServerStore(remote: written)
    }

    private static func unknown(_ scheme: String, _ written: String) -> Failure {
        let near = schemes.contains(scheme) ? scheme : Spelling.nearest(to: scheme, of: schemes)
        let meant = near == "file" ? "file:///absolute/path" : "\(near ?? "nats")://host:4222/NAME"
        return Failure(
            .badValue,
            "“\(written.visible)” is neither a folder nor a remote store; "
                + "did you mean \(meant)? A folder with such a name is “./NAME”"
        )
    }
}
