// SPDX-License-Identifier: Apache-2.0
import Glibc
package import PlayerKit

package enum ItemFile {
    /// Returns the names of the item to which a text refers.
    ///
    /// Relative paths refer to `directory`, by default the working directory.
    package static func names(of text: String, in directory: String? = nil) -> WrittenName {
        WrittenName(text, in: directory ?? resolved("."), find: find)
    }

    /// Returns the file at a path; `nil` if there is none, or if its resolved path is not valid
    /// UTF-8.
    package static func find(_ path: String) -> WrittenName.File? {
        guard let real = resolved(path) else { return nil }
        var status = stat()
        guard stat(real, &status) == 0 else { return nil }
        return WrittenName.File(path: real, isDirectory: status.st_mode & S_IFMT == S_IFDIR)
    }

    /// Resolves all symbolic links in the path of an existing file; `nil` if there is no such file,
    /// or if the result is not valid UTF-8.
    package static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }
}
