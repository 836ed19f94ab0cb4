// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A question to be answered with yes or no.
struct Question {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Asks the question, unless the command line already has the answer yes.
    ///
    /// - Parameters:
    ///   - yes: True if the command line has the answer yes.
    ///   - task: The effect of the command, such as `restore replaces the store`, for the failure
    ///     without a terminal.
    ///   - refused: The message after the answer no, such as `nothing was restored`.
    /// - Throws: A failure if there is no terminal, or the answer is not yes.
    func confirm(yes: Bool, task: String, refused: String) throws(Failure) {
        if yes { return }
        guard let isMeant = ask() else {
            throw Failure(.usage, "\(task): there is no terminal to ask on, so confirm with --yes")
        }
        guard isMeant else { throw Failure(.notThere, refused) }
    }

    /// Asks the question, and waits for the answer.
    ///
    /// - Returns: True for yes, false for any other answer; `nil` if there is no terminal.
    func ask() -> Bool? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        Output.notices().write(Array("\(text) [y/N] ".utf8))
        let answer = readLine()?.lowercased()
        return answer == "y" || answer == "yes"
    }
}
