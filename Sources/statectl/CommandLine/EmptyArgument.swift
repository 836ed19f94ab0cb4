// SPDX-License-Identifier: Apache-2.0

/// The check for empty arguments, which mostly come from a shell variable that is not set.
///
/// An empty path would stand for the working directory, and an empty value would replace a stored
/// one.
enum EmptyArgument {
    /// The options for which an empty text means the same as none, and `--socket`, whose failure
    /// has another exit status.
    private static let accepting: Set = ["--title", "--search", "--prefix", "--socket"]

    /// Returns the failure for the first empty argument; `nil` if there is none.
    ///
    /// The daemon checks the values of `config set`, and completions send the word that is not
    /// typed yet.
    static func failure(in arguments: [String]) -> Failure? {
        guard arguments.first != "---completion", !arguments.starts(with: ["config", "set"])
        else { return nil }
        for (former, argument) in zip(arguments, arguments.dropFirst())
        where argument.isEmpty && !accepting.contains(former) {
            let text = "the argument after “\(former.visible)” is empty; is a variable not set?"
            return Failure(.badValue, text)
        }
        return nil
    }
}
