import Glibc

/// An open file descriptor that is closed when its owner is done with it.
struct Descriptor: ~Copyable {
    /// The number; valid while the descriptor lives.
    let number: Int32

    /// Takes over an open descriptor.
    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Gives the number away, open.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}

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
