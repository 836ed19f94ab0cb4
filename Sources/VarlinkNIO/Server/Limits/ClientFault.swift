// SPDX-License-Identifier: Apache-2.0

/// A fault of a peer, which is logged; some faults also close the connection.
enum ClientFault: Hashable, Sendable {
    case protocolViolation
    case unfinishedMessage
    case stalled
    case inputLimit
    case outputLimit
    case connectionLimit
    case userConnectionLimit
    case notAllowed
    /// The process uses most of the server's time while others make calls.
    case busy
    case connectsOften

    var message: String {
        switch self {
        case .protocolViolation, .unfinishedMessage, .stalled, .inputLimit, .outputLimit:
            "connection closed"
        case .connectionLimit, .userConnectionLimit, .notAllowed: "connection refused"
        case .busy, .connectsOften: "client at fault"
        }
    }

    var reason: String {
        switch self {
        case .protocolViolation: "the input is not Varlink"
        case .unfinishedMessage: "a message was not finished in time"
        case .stalled: "the peer does not read"
        case .inputLimit: "the user's unfinished messages take up too much memory"
        case .outputLimit: "the user's unread replies take up too much memory"
        case .connectionLimit: "there are too many connections"
        case .userConnectionLimit: "the user has too many connections"
        case .notAllowed: "this user is not allowed to use the daemon"
        case .busy: "its calls take most of the daemon's time"
        case .connectsOften: "it opens too many connections"
        }
    }
}

/// A rate limiter that keeps a flood of faults from flooding the log.
///
/// The first fault of each user and kind is logged immediately. Further faults within ``interval``
/// are counted, and reported in one line when the interval ends.
struct FaultDigest {
    struct Key: Hashable, Sendable {
        let fault: ClientFault
        let user: UInt32
    }

    /// The number of faults of one user and kind that have not been logged.
    struct Sum: Equatable, Sendable {
        let key: Key
        let count: Int
        /// The process that was last at fault.
        let process: Int32
    }

    private struct Window {
        var end: Duration
        var count = 0
        var process: Int32 = 0
    }

    static let interval = Duration.seconds(10)

    private var windows: [Key: Window] = [:]

    /// The time at which ``take(now:)`` will return a sum; `nil` if no fault has been counted.
    var due: Duration? {
        windows.values.filter { $0.count > 0 }.map(\.end).min()
    }

    /// Counts a fault; returns true if the fault must be logged now.
    mutating func admit(_ key: Key, process: Int32, now: Duration) -> Bool {
        guard var window = windows[key], window.count > 0 || now < window.end else {
            windows[key] = Window(end: now + Self.interval)
            return true
        }
        window.count += 1
        window.process = process
        windows[key] = window
        return false
    }

    /// Removes and returns the sums whose interval has ended, in a stable order.
    mutating func take(now: Duration) -> [Sum] {
        var sums: [Sum] = []
        for (key, window) in windows where window.end <= now {
            // While faults continue, they are counted over another interval.
            windows[key] = window.count > 0 ? Window(end: now + Self.interval) : nil
            guard window.count > 0 else { continue }
            sums.append(Sum(key: key, count: window.count, process: window.process))
        }
        return sums.sorted {
            ($0.key.user, $0.key.fault.reason) < ($1.key.user, $1.key.fault.reason)
        }
    }
}
