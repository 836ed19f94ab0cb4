// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemSupport

/// A stream socket that never blocks its caller.
package final class StreamSocket {
    package enum Arrival: Equatable {
        case bytes([UInt8])
        case nothing
        case end
    }

    package let descriptor: Int32
    private var unsent: [UInt8] = []

    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    package convenience init(to path: String) throws(SystemError) {
        self.init(try UnixSocket.connect(to: path).release())
    }

    deinit {
        close(descriptor)
    }

    package var peer: Int32? {
        guard let process = UnixSocket.peer(of: descriptor)?.process else { return nil }
        return process > 0 ? process : nil
    }

    package var isBlocked: Bool { !unsent.isEmpty }

    /// Sends bytes, and keeps those that the socket does not accept yet; returns false if the
    /// connection is closed.
    package func send(_ bytes: [UInt8]) -> Bool {
        unsent += bytes
        return flush()
    }

    /// Sends bytes that were kept, as many as possible; returns false if the connection is closed.
    package func flush() -> Bool {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return true }
            guard count > 0 else { return false }
            unsent.removeFirst(count)
        }
        return true
    }

    package func receive() -> Arrival {
        var wouldWait = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, filled in
            var count = 0
            repeat {
                count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            } while count < 0 && errno == EINTR
            wouldWait = count < 0 && errno == EAGAIN
            filled = max(0, count)
        }
        if wouldWait { return .nothing }
        return bytes.isEmpty ? .end : .bytes(bytes)
    }
}

extension SystemError {
    package var connectReason: String {
        switch code {
        case ENOENT: "there is no such socket"
        case ECONNREFUSED: "no daemon listens there"
        case EAGAIN: "it accepts no more connections at the moment"
        default: errorText(code)
        }
    }
}
