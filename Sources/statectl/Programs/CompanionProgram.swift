// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A separate program that does the work of a command, such as `stated-mpris`.
///
/// Linking its libraries into statectl would double the run time of every other command.
enum CompanionProgram {
    /// Executes the program in place of this process; returns only if that fails.
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

    /// Returns the path of the named program, beside statectl or in `../libexec/stated`; `nil` if
    /// neither directory has it.
    static func path(of name: String) -> String? {
        guard let folder = ProgramFile.ownFolder else { return nil }
        // Only links of the directory are resolved. The program's own name may be a link, and
        // selects the task.
        return [folder, FilePath.plain("\(folder)/../libexec/stated")].map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}
