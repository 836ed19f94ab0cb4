// SPDX-License-Identifier: Apache-2.0
import Glibc

package struct SystemError: Error, Equatable, Sendable {
    /// The operation in a few words, such as `open` or `create directory`.
    package var operation: String
    package var path: String?
    /// The errno of the system call.
    package var code: Int32

    package init(_ operation: String, path: String? = nil, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

extension SystemError: CustomStringConvertible {
    package var description: String {
        [operation, path.map { " \($0)" }, ": \(errorText(code))"].compactMap(\.self).joined()
    }
}

package func errorText(_ errno: Int32) -> String {
    strerror(errno).map { String(cString: $0) } ?? "errno \(errno)"
}

/// Makes a system call, again after EINTR; throws ``SystemError`` if the result is negative.
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
