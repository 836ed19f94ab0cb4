// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A question on the terminal with a yes or no answer.
struct Question {
    private let text: String

    /// Creates a question from its text, with the question mark.
    init(_ text: String) {
        self.text = text
    }

    /// Asks, unless the answer was given before.
    ///
    /// - Parameters:
    ///   - yes: True if the command line gave the answer.
    ///   - task: The effect of the command, such as `restore replaces the store`.
    ///   - refused: The state after a refusal, such as `nothing was restored`.
    /// - Throws: a failure without a terminal, or if the answer is no.
    func confirm(yes: Bool, task: String, refused: String) throws(Failure) {
        if yes { return }
        guard let isMeant = ask() else {
            throw Failure(.usage, "\(task): there is no terminal to ask on, so confirm with --yes")
        }
        guard isMeant else { throw Failure(.notThere, refused) }
    }

    /// Asks and waits for the answer; anything but yes counts as no.
    ///
    /// - Returns: True if the answer is yes; `nil` if there is no terminal to ask on.
    func ask() -> Bool? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        Output.notices().write(Array("\(text) [y/N] ".utf8))
        let answer = readLine()?.lowercased()
        return answer == "y" || answer == "yes"
    }
}
