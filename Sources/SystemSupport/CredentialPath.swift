// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Paths in settings, which may stand for systemd credentials; see systemd.exec(5).
package enum CredentialPath {
    package static let prefix = "credential:"

    package static var directory: String? {
        getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
    }

    /// Replaces `credential:NAME` by the path of that credential.
    ///
    /// Any other setting is returned unchanged, and so is every setting if `directory` is `nil`.
    package static func resolve(_ value: String, in directory: String?) -> String {
        guard let directory, value.hasPrefix(prefix) else { return value }
        return "\(directory)/\(value.dropFirst(prefix.count))"
    }
}
