// SPDX-License-Identifier: Apache-2.0

/// A misbehaviour of a peer that is logged, and that may close its connection.
enum ClientFault: Hashable, Sendable {
    /// The input violates the protocol.
    case protocolViolation
    /// A message was not completed in time.
    case unfinishedMessage
    /// The peer does not read the replies to its calls.
    case stalled
    /// The user's connections hold too much input.
    case inputLimit
    /// The user's connections hold too much output.
    case outputLimit
    /// There are too many connections in total.
    case connectionLimit
    /// The user has too many connections.
    case userConnectionLimit
    /// The user is not permitted to use this daemon.
    case notAllowed
    /// The peer's calls use most of the server's time.
    case busy
    /// The peer opens too many connections in a short time.
    case connectsOften

    /// The log message of the fault.
    var message: String {
        switch self {
        case .protocolViolation, .unfinishedMessage, .stalled, .inputLimit, .outputLimit:
            "connection closed"
        case .connectionLimit, .userConnectionLimit, .notAllowed: "connection refused"
        case .busy, .connectsOften: "client at fault"
        }
    }

    /// A human-readable reason, for the log.
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

/// A rate limiter that prevents a flood of faults from flooding the log.
///
/// The first fault of a user and kind is logged at once. Further faults within ``interval`` are
/// counted, and reported in one line at its end.
struct FaultDigest {
    /// A kind of fault by one user.
    struct Key: Hashable, Sendable {
        /// The kind.
        let fault: ClientFault
        let user: UInt32
    }

    /// The number of faults of one user and kind that have not been logged yet.
    struct Sum: Equatable, Sendable {
        /// The user and the kind.
        let key: Key
        /// The number of faults.
        let count: Int
        /// The last process at fault.
        let process: Int32
    }

    private struct Window {
        var end: Duration
        var count = 0
        var process: Int32 = 0
    }

    /// The interval over which faults are counted.
    static let interval = Duration.seconds(10)

    private var windows: [Key: Window] = [:]

    /// The time at which ``take(now:)`` has something to return; `nil` if nothing was counted.
    var due: Duration? {
        windows.values.filter { $0.count > 0 }.map(\.end).min()
    }

    /// Counts a fault; returns true if it must be logged now.
    ///
    /// `now` counts from an arbitrary fixed point.
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

    /// Removes and returns the sums whose interval is over, in a stable order.
    mutating func take(now: Duration) -> [Sum] {
        var sums: [Sum] = []
        for (key, window) in windows where window.end <= now {
            // A flood that continues is counted over another interval.
            windows[key] = window.count > 0 ? Window(end: now + Self.interval) : nil
            guard window.count > 0 else { continue }
            sums.append(Sum(key: key, count: window.count, process: window.process))
        }
        return sums.sorted {
            ($0.key.user, $0.key.fault.reason) < ($1.key.user, $1.key.fault.reason)
        }
    }
}
