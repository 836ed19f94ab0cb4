// SPDX-License-Identifier: Apache-2.0
import Yams

/// The keys of a configuration file with their line numbers.
///
/// The library that reads the values reports neither, and a fault must name its line.
struct ConfigurationOutline: Equatable {
    /// A key and its line.
    struct Entry: Equatable {
        /// The key, dotted.
        var key: String
        /// The line, counted from 1; `nil` if it is unknown.
        var line: Int?
    }

    /// The keys that have a value, dotted, in the file's order.
    private(set) var entries: [Entry] = []

    /// Creates the outline of a YAML text.
    ///
    /// - Throws: ``ConfigurationOutlineError`` if the text is not YAML, or not a mapping of
    ///   mappings and plain values.
    init(yaml: String) throws(ConfigurationOutlineError) {
        let root: Node?
        do {
            root = try Yams.compose(yaml: yaml)
        } catch {
            throw ConfigurationOutlineError(error, in: yaml)
        }
        if let root, root != Node("", Tag(.null)) {
            try add(root, path: [])
        }
    }

    private mutating func add(
        _ node: Node,
        path: [String]
    ) throws(ConfigurationOutlineError) {
        guard case .mapping(let mapping) = node else {
            let what = path.isEmpty ? "expects keys with values" : "expects one value, not a list"
            throw ConfigurationOutlineError(
                key: path.joined(separator: "."),
                line: node.mark?.line,
                reason: what
            )
        }
        for (key, value) in mapping {
            guard let name = key.scalar?.string, !name.isEmpty else {
                throw ConfigurationOutlineError(
                    key: path.joined(separator: "."),
                    line: key.mark?.line,
                    reason: "expects a plain key"
                )
            }
            if case .scalar = value {
                let joined = (path + [name]).joined(separator: ".")
                entries.append(Entry(key: joined, line: key.mark?.line))
            } else {
                try add(value, path: path + [name])
            }
        }
    }
}

/// The reason why a text is not a configuration file.
struct ConfigurationOutlineError: Error, Equatable {
    /// The key at fault; empty for the text as a whole.
    var key: String
    /// The line at fault, counted from 1; `nil` if it is unknown.
    var line: Int?
    /// The mistake.
    var reason: String
}

extension ConfigurationOutlineError {
    /// Creates the error from an error of the YAML reader for the text.
    init(_ error: any Error, in yaml: String) {
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let place = context.map { "\($0.text), " } ?? ""
            self.init(key: "", line: mark.line, reason: "not YAML: \(place)\(problem)")
        case .duplicatedKeysInMapping(let keys, let first):
            self =
                Self.repetition(in: yaml)
                ?? Self(keys, line: nil, first: first.mark.line)
        case .reader(let problem, _, _, _):
            self.init(key: "", line: nil, reason: "not YAML: \(problem)")
        default:
            self.init(key: "", line: nil, reason: "not YAML: \(error)")
        }
    }

    /// Returns the first duplicate key, with the line of its second occurrence.
    ///
    /// The reader does not report that line. It is the last line of the shortest prefix of the text
    /// that contains a key twice.
    private static func repetition(in yaml: String) -> Self? {
        let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for count in 1...max(1, lines.count) {
            do {
                _ = try Yams.compose(yaml: lines.prefix(count).joined(separator: "\n"))
            } catch YamlError.duplicatedKeysInMapping(let keys, let first) {
                return Self(keys, line: count, first: first.mark.line)
            } catch {
                // A truncated text is often not YAML, but the whole text is.
            }
        }
        return nil
    }

    private init(_ keys: [String], line: Int?, first: Int) {
        let key = keys.joined(separator: ", ")
        self.init(key: key, line: line, reason: "stands on line \(first) already")
    }
}
