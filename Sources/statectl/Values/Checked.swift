// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The value of an option, which is parsed only after the whole command line has been parsed.
///
/// An invalid command line must lead to exit status 64, and an invalid value to 65; the argument
/// parser itself would use 64 for both.
struct Checked<Value: TextValue>: ExpressibleByArgument {
    private let text: String

    /// Accepts any text; ``value(at:)`` parses it.
    init?(argument: String) {
        text = argument
    }

    /// Parses and returns the value; if it is invalid, the failure contains the option or argument,
    /// such as `--position`.
    func value(at place: String) throws(Failure) -> Value {
        do {
            return try Value(text: text)
        } catch {
            throw Failure(error, at: place)
        }
    }

    /// The allowed names, for the help text.
    static var allValueStrings: [String] { Value.names }

    /// The allowed names, for shell completion.
    static var defaultCompletionKind: CompletionKind {
        Value.names.isEmpty ? .default : .list(Value.names)
    }
}
