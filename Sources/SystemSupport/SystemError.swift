// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A failed system call.
package struct SystemError: Error, Equatable, Sendable {
    /// The operation in a few words, such as `open` or `create directory`.
    package var operation: String
    /// The path of the file; `nil` if the operation concerns no file.
    package var path: String?
    /// The errno of the system call.
    package var code: Int32

    package init(_ operation: String, path: String? = nil, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// True if the file does not exist (ENOENT or ENOTDIR).
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

extension SystemError: CustomStringConvertible {
    package var description: String {
        [operation, path.map { " \($0)" }, ": \(errorText(code))"].compactMap(\.self).joined()
    }
}

/// Returns the C library's text for an errno, such as `Permission denied`.
package func errorText(_ errno: Int32) -> String {
    strerror(errno).map { String(cString: $0) } ?? "errno \(errno)"
}

/// Makes a system call, and throws an error if it fails.
///
/// - Parameters:
///   - operation: The operation, for the error.
///   - path: The path of the file, for the error.
///   - call: The system call. A negative result means failure; after EINTR, the call is repeated.
/// - Returns: The result of the call.
/// - Throws: ``SystemError`` with the errno of the call.
@discardableResult
package func checked(
    _ operation: String,
    path: String? = nil,
    _ call: () -> Int32
) throws(SystemError) -> Int32 {
    while true {
        let result = call()
        if result >= 0 { return result }
        let code = errno
        if code != EINTR { throw SystemError(operation, path: path, code: code) }
    }
}
