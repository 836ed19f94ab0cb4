// SPDX-License-Identifier: Apache-2.0
internal import Glibc

package enum ProgramStart {
    /// Prepares the process; must be called before the process starts a second thread.
    ///
    /// Suppresses libdispatch's messages about priorities. Exits with status 71 if the program's
    /// arguments cannot be read; `program` is its name in the message about this.
    package static func begin(_ program: String) {
        setenv("LIBDISPATCH_LOG", "NO", 0)
        guard CommandLine.arguments.isEmpty else { return }
        let text = "\(program): the arguments cannot be read: /proc is not mounted\n"
        _ = text.utf8.withContiguousStorageIfAvailable {
            write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
        exit(EX_OSERR)
    }
}
