// SPDX-License-Identifier: Apache-2.0
import Glibc

struct Question {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Asks the question unless `yes` is true; throws a failure if there is no terminal, or if the
    /// answer is not yes.
    ///
    /// `task` is the effect of the command, such as `restore replaces the store`. `refused` is the
    /// message after any other answer, such as `nothing was restored`.
    func confirm(yes: Bool, task: String, refused: String) throws(Failure) {
        if yes { return }
        guard let isConfirmed = ask() else {
            throw Failure(.usage, "\(task): there is no terminal to ask on, so confirm with --yes")
        }
        guard isConfirmed else { throw Failure(.notThere, refused) }
    }

    /// Asks the question, and waits for the answer; `nil` if there is no terminal.
    func ask() -> Bool? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        Output.notices().write(Array("\(text) [y/N] ".utf8))
        let answer = readLine()?.lowercased()
        return answer == "y" || answer == "yes"
    }
}
