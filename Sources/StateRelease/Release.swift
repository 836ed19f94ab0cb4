// SPDX-License-Identifier: Apache-2.0
private import CRelease

package enum Release {
    /// The version of all programs, as in semantic versioning.
    package static let version = "0.1.0"
    /// The abbreviated commit of the build, with a `+` if files had changed; empty if unknown.
    package static let commit = String(cString: stated_commit())

    /// Returns the line that a program prints for `--version`, such as `stated 0.1.0 (1a2b3c4d)`.
    package static func line(of program: String) -> String {
        let release = "\(program) \(version)"
        return commit.isEmpty ? release : "\(release) (\(commit))"
    }
}
