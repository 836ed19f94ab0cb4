// SPDX-License-Identifier: Apache-2.0
internal import StateModel

package enum SnapshotText {
    /// Returns the title; `nil` if it only repeats the end of the file's name, or may contain a
    /// secret of a URL.
    package static func title(_ title: String?, of file: String?) -> String? {
        guard let title, !title.isEmpty, file?.hasSuffix(title) != true,
            PublicAddress.of("http://x/\(title)") == "http://x/\(title)",
            PublicAddress.of(title) == title
        else { return nil }
        return title.cut(to: Limits.titleBytes)
    }
}
