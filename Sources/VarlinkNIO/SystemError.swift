import Glibc

/// A system call that failed.
struct SystemError: Error, Equatable {
    /// The call: `bind`.
    let call: String
    /// Its errno.
    let errno: Int32

    /// The call that just failed.
    init(_ call: String) {
        self.call = call
        errno = Glibc.errno
    }

    /// A call that answered its errno.
    init(_ call: String, errno: Int32) {
        self.call = call
        self.errno = errno
    }
}

/// The error's text as the C library has it: `Permission denied`.
func errorText(_ errno: Int32) -> String {
    String(cString: strerror(errno))
}
