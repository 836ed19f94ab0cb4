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
