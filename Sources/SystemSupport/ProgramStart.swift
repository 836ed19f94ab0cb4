// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The first step of every program of this project.
package enum ProgramStart {
    /// Prepares the process, before it has a second thread.
    ///
    /// It suppresses libdispatch's messages about priorities. A program whose arguments cannot be
    /// read exits with status 71.
    package static func begin() {
        setenv("LIBDISPATCH_LOG", "NO", 0)
        guard CommandLine.arguments.isEmpty else { return }
        let text = "the arguments cannot be read: /proc is not mounted\n"
        _ = text.utf8.withContiguousStorageIfAvailable {
            write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
        exit(EX_OSERR)
    }
}
