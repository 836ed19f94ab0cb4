import Glibc

/// A question that a person answers with yes or no on the terminal.
struct Question {
    private let text: String

    /// A question, with its question mark.
    init(_ text: String) {
        self.text = text
    }

    /// Asks and waits for the answer; anything but a yes is a no.
    ///
    /// - Returns: `nil` if there is no terminal to ask on.
    func ask() -> Bool? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        Output.notices().write(Array("\(text) [y/N] ".utf8))
        let answer = readLine()?.lowercased()
        return answer == "y" || answer == "yes"
    }
}
