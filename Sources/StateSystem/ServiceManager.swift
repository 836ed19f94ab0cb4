// SPDX-License-Identifier: Apache-2.0
import CLinux
import CSystemd
import Glibc
import SystemSupport

/// A notice from a service to its manager, as in sd_notify(3).
package enum ServiceNotice: Sendable, Equatable {
    /// The service has started, or has reloaded its configuration.
    case ready
    case reloading
    case stopping
    case watchdog
    case status(String)

    /// Returns the notice as text for sd_notify(3); `monotonic` is CLOCK_MONOTONIC in microseconds.
    package func text(monotonic: Int) -> String {
        switch self {
        case .ready: "READY=1"
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonic)"
        case .stopping: "STOPPING=1"
        case .watchdog: "WATCHDOG=1"
        case .status(let line):
            "STATUS=" + line.split(whereSeparator: \.isNewline).joined(separator: " ")
        }
    }
}

package enum ServiceManager {
    /// Sends notices to the manager, in one message; returns true if the message was sent.
    @discardableResult
    package static func notify(_ notices: ServiceNotice...) -> Bool {
        let monotonic = microseconds(of: CLOCK_MONOTONIC)
        let text = notices.map { $0.text(monotonic: monotonic) }.joined(separator: "\n")
        return sd_notify(0, text) > 0
    }

    /// The time without a ``ServiceNotice/watchdog`` after which the manager considers the daemon
    /// hung; `nil` if the manager does not monitor it.
    ///
    /// The daemon should send a notice after half of this time.
    package static var watchdogTimeout: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }

    /// True if standard error is connected to the journal, which interprets a priority at the start
    /// of a line.
    package static var readsJournal: Bool {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0
        else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }

    /// Returns the path of a Unix socket, or `@` and the name of an abstract one; `nil` if the
    /// socket has no name.
    package static func name(ofSocket descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX), Int(length) > start else {
            return nil
        }
        let bytes = withUnsafeBytes(of: address) { Array($0[start..<Int(length)]) }
        // The name of an abstract socket begins with a NUL, usually written as @.
        let name = bytes.first == 0 ? [UInt8(ascii: "@")] + bytes.dropFirst() : bytes
        return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns the listening socket that the manager opened for the program, with close-on-exec
    /// set; `nil` if there is none.
    ///
    /// It may be called only once, and before the process creates threads, because it removes
    /// variables from the environment.
    ///
    /// - Throws: ``InheritedDescriptorError`` for a descriptor of another kind, or a second one.
    package static func inheritedListener(_ kind: ListenerKind) throws -> Int32? {
        let count = sd_listen_fds(1)
        guard count >= 0 else { throw SystemError("take over inherited sockets", code: -count) }
        guard count > 0 else { return nil }
        let descriptor = Int32(SD_LISTEN_FDS_START)
        let stream = Int32(SOCK_STREAM.rawValue)
        guard count == 1, sd_is_socket(descriptor, AF_UNSPEC, stream, 1) > 0,
            (sd_is_socket_unix(descriptor, 0, -1, nil, 0) > 0) == (kind == .unix)
        else {
            throw InheritedDescriptorError(count: Int(count), expected: kind)
        }
        return descriptor
    }
}

package enum ListenerKind: Sendable {
    case unix
    case tcp
}

package struct InheritedDescriptorError: Error, Equatable, CustomStringConvertible {
    let count: Int
    let expected: ListenerKind

    package var description: String {
        let (kind, address) =
            switch expected {
            case .unix: ("Unix stream", "a path")
            case .tcp: ("TCP", "an address of this machine")
            }
        let fault =
            count > 1
            ? "\(count) descriptors are inherited"
            : "inherited descriptor \(SD_LISTEN_FDS_START) is not a listening \(kind) socket"
        return "\(fault): the socket unit must have exactly one ListenStream=, with \(address)"
    }
}
