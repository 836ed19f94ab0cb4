// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The value of an option, which is parsed only after the command line as a whole.
///
/// An invalid command line must cause exit status 64, and an invalid value 65; the argument parser
/// itself would use 64 for both.
struct Checked<Value: TextValue>: ExpressibleByArgument {
    private let text: String

    /// Accepts any text; ``value(at:)`` parses it.
    init?(argument: String) {
        text = argument
    }

    /// Returns the parsed value; the failure for an invalid one mentions its place, such as
    /// `--position`.
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
