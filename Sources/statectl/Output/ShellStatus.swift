// SPDX-License-Identifier: Apache-2.0

/// The exit statuses of statectl; those from 64 to 77 are from sysexits.h.
enum ShellStatus: Int32 {
    case done = 0
    /// Something that the command names does not exist, a check found a problem, or the user
    /// declined.
    case notThere = 1
    /// The command line is invalid.
    case usage = 64
    /// A value on the command line or in a file is invalid.
    case badValue = 65
    /// No daemon answers, the connection was lost, the daemon does not have the method, or sync is
    /// disabled.
    case noDaemon = 69
    /// There is a bug in statectl or in the daemon.
    case bug = 70
    /// The result cannot be written, but the request may have been executed.
    case noOutput = 74
    /// The command failed, but may succeed later.
    case tryAgain = 75
    /// The user does not have permission.
    case notAllowed = 77
    /// A program is not installed, or cannot be started; shells use this status, too.
    case noPlayer = 127
}
