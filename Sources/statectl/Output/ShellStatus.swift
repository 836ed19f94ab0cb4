// SPDX-License-Identifier: Apache-2.0

/// The exit statuses of statectl; those from 64 to 77 are from sysexits.h.
enum ShellStatus: Int32 {
    /// The command succeeded.
    case done = 0
    /// The item does not exist, or has expired.
    case notThere = 1
    /// The command line is invalid.
    case usage = 64
    /// A value on the command line, or in a file, is not valid.
    case badValue = 65
    /// The daemon is not there, or does not support the method.
    case noDaemon = 69
    /// A bug, here or in the daemon.
    case bug = 70
    /// The result cannot be written; the request was carried out, or may have been.
    case noOutput = 74
    /// Nothing was changed, and a later attempt may succeed.
    case tryAgain = 75
    /// The user lacks the permission.
    case notAllowed = 77
    /// The player to start is missing; shells use this status for any missing program.
    case noPlayer = 127
}
