// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A separate program that does the work of a command, such as `stated-mpris`.
///
/// If its libraries were linked into statectl, every other command would take twice as long to
/// start.
enum CompanionProgram {
    /// Replaces this process with the program; returns only if that fails.
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

    static func path(of name: String) -> String? {
        guard let folder = ProgramFile.ownFolder else { return nil }
        // The program's own name may be a link that selects its task, so only the directory is
        // resolved.
        return [folder, FilePath.plain("\(folder)/../libexec/stated")].map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}
