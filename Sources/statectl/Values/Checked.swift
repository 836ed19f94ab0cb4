// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The value of an option, which is parsed after the whole command line.
///
/// An invalid command line leads to exit status 64, and an invalid value to 65; the argument parser
/// would use 64 for both.
struct Checked<Value: TextValue>: ExpressibleByArgument {
    private let text: String

    /// Accepts any text; ``value(at:)`` parses it.
    init?(argument: String) {
        text = argument
    }

    /// Parses the value; if it is invalid, throws a failure with `place`, such as `--position`.
    func value(at place: String) throws(Failure) -> Value {
        do {
            return try Value(text: text)
        } catch {
            throw Failure(error, at: place)
        }
    }

    static var allValueStrings: [String] { Value.names }

    static var defaultCompletionKind: CompletionKind {
        Value.names.isEmpty ? .default : .list(Value.names)
    }
}
