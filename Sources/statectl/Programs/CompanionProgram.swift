// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program that does the work of a command, such as `stated-mpris`.
///
/// Linking the libraries of such a program would double the run time of every other command.
enum CompanionProgram {
    /// Executes the program with the arguments; returns only on failure, with the reason.
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

    /// Returns the path of the program, relative to this one.
    static func path(of name: String) -> String? {
        guard let folder = ProgramFile.ownFolder else { return nil }
        // Only the links of the folder are resolved: the program's name may be a link, and selects
        // what it does.
        return [folder, FilePath.plain("\(folder)/../libexec/stated")].map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}
