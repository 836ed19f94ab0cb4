import ArgumentParser

/// An option's value, read once the command line as a whole is understood.
///
/// A command line that makes no sense ends with 64 and one with a bad value in it with 65; the
/// argument parser would answer 64 to both.
struct Checked<Value: TextValue>: ExpressibleByArgument {
    private let text: String

    /// Takes any text.
    init?(argument: String) {
        text = argument
    }

    /// The value; where it is none, the failure names the place it stood at: `--position`.
    func value(at place: String) throws(Failure) -> Value {
        do {
            return try Value(text: text)
        } catch {
            throw Failure(error, at: place)
        }
    }

    /// The names to choose from, for help.
    static var allValueStrings: [String] { Value.names }

    /// The names to choose from, for the shell.
    static var defaultCompletionKind: CompletionKind {
        Value.names.isEmpty ? .default : .list(Value.names)
    }
}
