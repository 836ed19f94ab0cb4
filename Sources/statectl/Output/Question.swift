// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A question to the user that is answered with yes or no.
struct Question {
    private let text: String

    /// Creates a question with the given text, including the question mark.
    init(_ text: String) {
        self.text = text
    }

    /// Asks the question, unless the command line contains the answer.
    ///
    /// - Parameters:
    ///   - yes: True if the command line contains the answer yes.
    ///   - task: The effect of the command, such as `restore replaces the store`, for the failure.
    ///   - refused: The result of the answer no, such as `nothing was restored`.
    /// - Throws: A failure without a terminal, or if the answer is no.
    func confirm(yes: Bool, task: String, refused: String) throws(Failure) {
        if yes { return }
        guard let isMeant = ask() else {
            throw Failure(.usage, "\(task): there is no terminal to ask on, so confirm with --yes")
        }
        guard isMeant else { throw Failure(.notThere, refused) }
    }

    /// Asks the question, and waits for the answer; anything but yes counts as no.
    ///
    /// - Returns: True if the answer is yes; `nil` if there is no terminal.
    func ask() -> Bool? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        Output.notices().write(Array("\(text) [y/N] ".utf8))
        let answer = readLine()?.lowercased()
        return answer == "y" || answer == "yes"
    }
}
