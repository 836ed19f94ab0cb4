import Glibc

/// A system call that failed, and on what.
package struct SystemError: Error, Equatable, Sendable {
    /// What was tried, in a word or two: `open`, `create directory`.
    package var operation: String
    /// The file it was tried on; nil: none.
    package var path: String?
    /// The errno.
    package var code: Int32

    /// A failure with all its members.
    package init(_ operation: String, path: String? = nil, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// Whether there is no such file.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

extension SystemError: CustomStringConvertible {
    /// For people: `open /etc/x: Permission denied`.
    package var description: String {
        let reason = strerror(code).map { String(cString: $0) } ?? "errno \(code)"
        return [operation, path.map { " \($0)" }, ": \(reason)"].compactMap(\.self).joined()
    }
}

/// The result of a system call, or its failure.
///
/// - Parameters:
///   - operation: What is tried, for the failure.
///   - path: The file it is tried on, for the failure.
///   - call: The call; any negative result is a failure that errno explains. Repeated on EINTR.
/// - Returns: What the call returned.
/// - Throws: ``SystemError``.
@discardableResult
func checked(
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
