// SPDX-License-Identifier: Apache-2.0
import Glibc
package import PlayerKit

/// The mapping of texts to names of items and to files.
package enum ItemFile {
    /// Returns the possible names of the item that `text` refers to.
    ///
    /// - Parameters:
    ///   - text: A path, a URL, or any other item name.
    ///   - directory: The directory where relative paths begin; `nil` for the current one.
    /// - Returns: The name under which the item is stored, and its other possible names.
    package static func names(of text: String, in directory: String? = nil) -> WrittenName {
        WrittenName(text, in: directory ?? resolved("."), find: find)
    }

    /// Returns the file at a path; `nil` if there is none, or if its resolved path is not UTF-8.
    package static func find(_ path: String) -> WrittenName.File? {
        guard let real = resolved(path) else { return nil }
        var status = stat()
        guard stat(real, &status) == 0 else { return nil }
        return WrittenName.File(path: real, isDirectory: status.st_mode & S_IFMT == S_IFDIR)
    }

    /// Returns the path of an existing file with all symbolic links resolved; `nil` if there is no
    /// file, or if its path is not UTF-8.
    package static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }
}
