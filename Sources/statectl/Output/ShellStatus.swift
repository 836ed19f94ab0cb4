// SPDX-License-Identifier: Apache-2.0

/// The exit statuses of statectl; those from 64 to 77 are defined by sysexits.h.
enum ShellStatus: Int32 {
    /// The command succeeded.
    case done = 0
    /// The item does not exist, or has expired.
    case notThere = 1
    /// The command line is invalid.
    case usage = 64
    /// A value on the command line or in a file is invalid.
    case badValue = 65
    /// There is no daemon, or it does not support the method.
    case noDaemon = 69
    /// There is a bug in statectl or in the daemon.
    case bug = 70
    /// The result cannot be written, although the request may have been executed.
    case noOutput = 74
    /// Nothing was changed, and a repeated command may succeed.
    case tryAgain = 75
    /// The user does not have permission.
    case notAllowed = 77
    /// The player is not installed; shells use this status for a missing program.
    case noPlayer = 127
}
