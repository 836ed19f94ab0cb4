// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SyncModel
internal import SystemSupport

/// The login from a credentials file: a `.creds` file, or a user and a password.
struct NATSLogin {
    /// The path of a `.creds` file, which the library reads.
    var file: String?
    var user: String?
    var password: String?

    private static let maximumBytes = 64 << 10

    init(_ files: RemoteFiles) throws(RemoteError) {
        guard let path = files.credentials else { return }
        let opened = Descriptor(try Self.opened(path, of: "remote-credentials"))
        // A file that cannot be read to its end has no credentials.
        let bytes = (try? WholeFile.read(opened.number, most: Self.maximumBytes)) ?? []
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("BEGIN NATS USER JWT") {
            file = path
            return
        }
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count == 1, let colon = lines[0].firstIndex(of: ":") else {
            throw .permanent(
                "\(path) has no credentials: neither a JWT with its seed nor one line user:password"
            )
        }
        // The library writes both into JSON without escapes.
        guard !lines[0].contains(where: { $0 == "\"" || $0 == "\\" }) else {
            throw .permanent("\(path): a user or password with \" or \\ cannot be sent to NATS")
        }
        user = String(lines[0][..<colon])
        password = String(lines[0][lines[0].index(after: colon)...])
    }

    /// Checks that the TLS files can be opened, because the library's error does not say which one
    /// is missing.
    ///
    /// - Throws: `RemoteError.permanent`, with the key of the configuration and the path.
    static func checkFiles(_ files: RemoteFiles) throws(RemoteError) {
        let files = [
            ("remote-ca", files.authorities), ("remote-certificate", files.certificate),
            ("remote-key", files.key),
        ]
        for case (let key, let path?) in files { close(try opened(path, of: key)) }
    }

    private static func opened(_ path: String, of key: String) throws(RemoteError) -> Int32 {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw .permanent("cannot read \(key) \(path): \(errorText(errno))")
        }
        return file
    }
}
