import Glibc

/// An open file descriptor that is closed when its owner no longer needs it.
struct Descriptor: ~Copyable {
    /// The number, valid while the descriptor exists.
    let number: Int32

    /// Takes ownership of an open descriptor.
    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Gives up ownership and returns the number of the descriptor, which stays open.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
