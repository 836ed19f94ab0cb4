// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The handling of paths in settings that may stand for systemd credentials; see systemd.exec(5).
package enum CredentialPath {
    /// The prefix of a setting that stands for a systemd credential.
    package static let prefix = "credential:"

    /// The directory of the service's systemd credentials; `nil` if there is none.
    package static var directory: String? {
        getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
    }

    /// Returns the path of the credential for which a setting stands.
    ///
    /// Without a directory, and for any other setting, the setting itself is returned.
    package static func resolve(_ value: String, in directory: String?) -> String {
        guard let directory, value.hasPrefix(prefix) else { return value }
        return "\(directory)/\(value.dropFirst(prefix.count))"
    }
}
