// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program that does the work of a command, such as `stated-mpris`.
///
/// To link the libraries of such a program would double the run time of every other command.
enum CompanionProgram {
    /// Executes the program in place of this process; returns only on failure, with the reason.
    static func become(_ name: String, _ arguments: [String]) -> Failure {
        guard let path = path(of: name) else {
            return Failure(
                .noPlayer,
                "\(name) is neither beside statectl nor in ../libexec/stated; install both together"
            )
        }
        let reason = NextProgram.become(path, [path] + arguments)
        return Failure(.noPlayer, "cannot start \(path.visible): \(reason)")
    }

    /// Returns the path of the program, which is relative to that of this one; `nil` if it is
    /// missing.
    static func path(of name: String) -> String? {
        guard let folder = ProgramFile.ownFolder else { return nil }
        // Only links of the directory are resolved, not the program's own name, because the name
        // selects what the program does.
        return [folder, FilePath.plain("\(folder)/../libexec/stated")].map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}
