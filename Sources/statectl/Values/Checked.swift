// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The value of an option, parsed after the whole command line.
///
/// An invalid command line ends with status 64, and an invalid value with 65; the argument parser
/// would use 64 for both.
struct Checked<Value: TextValue>: ExpressibleByArgument {
    private let text: String

    /// Creates the option from any text.
    init?(argument: String) {
        text = argument
    }

    /// Returns the value; the failure for an invalid one names its place, such as `--position`.
    func value(at place: String) throws(Failure) -> Value {
        do {
            return try Value(text: text)
        } catch {
            throw Failure(error, at: place)
        }
    }

    /// The possible names, for the help text.
    static var allValueStrings: [String] { Value.names }

    /// The possible names, for the shell.
    static var defaultCompletionKind: CompletionKind {
        Value.names.isEmpty ? .default : .list(Value.names)
    }
}
