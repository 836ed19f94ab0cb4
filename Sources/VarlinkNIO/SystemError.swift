import Glibc

/// A failed system call.
struct SystemError: Error, Equatable {
    /// The name of the call, such as `bind`.
    let call: String
    /// The errno of the call.
    let errno: Int32

    /// Creates the error of the call that just failed, with the current errno.
    init(_ call: String) {
        self.call = call
        errno = Glibc.errno
    }

    /// Creates the error of a call that returned its errno.
    init(_ call: String, errno: Int32) {
        self.call = call
        self.errno = errno
    }
}

/// Returns the C library's text for an errno, such as `Permission denied`.
func errorText(_ errno: Int32) -> String {
    String(cString: strerror(errno))
}
