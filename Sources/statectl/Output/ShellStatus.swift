// SPDX-License-Identifier: Apache-2.0

/// The exit statuses of statectl; those from 64 to 77 are from sysexits.h.
enum ShellStatus: Int32 {
    /// The command succeeded.
    case done = 0
    /// The item does not exist or has expired.
    case notThere = 1
    /// The command line is invalid.
    case usage = 64
    /// A value on the command line or in a file is invalid.
    case badValue = 65
    /// The daemon is missing, or does not support the method.
    case noDaemon = 69
    /// A bug, here or in the daemon.
    case bug = 70
    /// The result cannot be written; the request may have been executed.
    case noOutput = 74
    /// Nothing was changed, and a retry may succeed.
    case tryAgain = 75
    /// The user lacks the permission.
    case notAllowed = 77
    /// The player to start is missing; shells use this status for missing programs.
    case noPlayer = 127
}
