// SPDX-License-Identifier: Apache-2.0
import Glibc
package import PlayerKit

/// Functions that map a text to item names and files.
package enum ItemFile {
    /// Returns the names of the item to which a text refers.
    ///
    /// - Parameters:
    ///   - text: A path, a URL or any other item name.
    ///   - directory: The directory to which relative paths refer; `nil` for the current directory.
    /// - Returns: The name under which the item is stored, and other possible names.
    package static func names(of text: String, in directory: String? = nil) -> WrittenName {
        WrittenName(text, in: directory ?? resolved("."), find: find)
    }

    /// Returns the file at a path; `nil` if it does not exist, or if its resolved path is not
    /// UTF-8.
    package static func find(_ path: String) -> WrittenName.File? {
        guard let real = resolved(path) else { return nil }
        var status = stat()
        guard stat(real, &status) == 0 else { return nil }
        return WrittenName.File(path: real, isDirectory: status.st_mode & S_IFMT == S_IFDIR)
    }

    /// Returns the path of an existing file with all symbolic links resolved; `nil` if the file
    /// does not exist, or if the path is not UTF-8.
    package static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }
}
