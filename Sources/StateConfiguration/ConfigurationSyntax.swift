// SPDX-License-Identifier: Apache-2.0
import StateModel
import SystemSupport

/// The text form of values of one kind.
struct ConfigurationSyntax<Value: Sendable>: Sendable {
    /// The allowed values, as a phrase that follows "expects".
    let allowed: String
    /// Parses a text; returns `nil` if it is not allowed.
    let parse: @Sendable (String) -> Value?
    /// Returns the text of a value; equal values have equal texts.
    let format: @Sendable (Value) -> String
}

extension ConfigurationSyntax where Value == Duration {
    /// Returns the syntax of a duration, such as `500ms`, `2s`, `1h30m` or `30d`.
    static func duration(_ range: ClosedRange<Duration>) -> Self {
        let bounds =
            "\(DurationText.format(range.lowerBound)) to \(DurationText.format(range.upperBound))"
        return Self(
            allowed: "a duration from \(bounds), written like 500ms, 2s, 1h30m or 30d",
            parse: { text in
                DurationText.parse(text).flatMap { range.contains($0) ? $0 : nil }
            },
            format: DurationText.format
        )
    }
}

extension ConfigurationSyntax {
    /// Returns a syntax with the same texts as another syntax, and converted values.
    private static func mapped<Other>(
        _ other: ConfigurationSyntax<Other>,
        _ value: @escaping @Sendable (Other) -> Value,
        back: @escaping @Sendable (Value) -> Other
    ) -> Self {
        Self(
            allowed: other.allowed,
            parse: { other.parse($0).map(value) },
            format: { other.format(back($0)) }
        )
    }
}

extension ConfigurationSyntax where Value == Double {
    /// Returns the syntax of a duration; the value is in seconds, with a fraction.
    static func seconds(_ range: ClosedRange<Duration>) -> Self {
        mapped(.duration(range), \.inSeconds) { .milliseconds(Int(($0 * 1_000).rounded())) }
    }

    /// Returns the syntax of a percentage; the value is a fraction from 0 to 1.
    static func percentage(_ range: ClosedRange<Int>) -> Self {
        let number = ConfigurationSyntax<Int>.count(range)
        return Self(
            allowed:
                "a percentage from \(range.lowerBound)% to \(range.upperBound)%, written like 5%",
            parse: { text in
                let digits = text.last == "%" ? String(text.dropLast()) : text == "0" ? text : ""
                return number.parse(digits).map { Double($0) / 100 }
            },
            format: { "\(Int(($0 * 100).rounded()))%" }
        )
    }
}

extension ConfigurationSyntax where Value == Int {
    /// Returns the syntax of a duration; the value is in milliseconds.
    static func milliseconds(_ range: ClosedRange<Duration>) -> Self {
        mapped(.duration(range), \.wholeMilliseconds) { .milliseconds($0) }
    }

    /// Returns the syntax of a duration; the value is in whole seconds.
    static func wholeSeconds(_ range: ClosedRange<Duration>) -> Self {
        mapped(.duration(range), { $0.wholeMilliseconds / 1_000 }, back: { .seconds($0) })
    }

    /// Returns the syntax of an integer, whose digits may be grouped by `_`.
    static func count(_ range: ClosedRange<Int>) -> Self {
        Self(
            allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            parse: { text in
                guard text.first?.isASCII == true, text.first?.isNumber == true else { return nil }
                return Int(text.filter { $0 != "_" }).flatMap { range.contains($0) ? $0 : nil }
            },
            format: { String($0) }
        )
    }

    /// Returns the syntax of a size, such as `64KiB`, `256MiB` or `2GiB`; the value is in bytes.
    static func size(_ range: ClosedRange<Int>) -> Self {
        let bounds = "\(SizeText.format(range.lowerBound)) to \(SizeText.format(range.upperBound))"
        return Self(
            allowed: "a size from \(bounds), written like 64KiB, 256MiB or 2GiB",
            parse: { text in SizeText.parse(text).flatMap { range.contains($0) ? $0 : nil } },
            format: SizeText.format
        )
    }
}

extension ConfigurationSyntax where Value == Bool {
    static var flag: Self {
        Self(
            allowed: "true or false",
            parse: { ["true": true, "false": false][$0] },
            format: { $0 ? "true" : "false" }
        )
    }
}

extension ConfigurationSyntax
where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    static var name: Self {
        Self(
            allowed: Value.allCases.map(\.rawValue).joined(separator: ", "),
            parse: { Value(rawValue: $0) },
            format: \.rawValue
        )
    }
}

extension ConfigurationSyntax where Value == String {
    static func path(bytes: Int) -> Self {
        Self(
            allowed: "an absolute path of at most \(bytes) bytes, without a slash at its end",
            parse: { text in
                let fits = text.utf8.count <= bytes && !text.utf8.contains(0)
                return text.hasPrefix("/") && !text.hasSuffix("/") && fits ? text : nil
            },
            format: { $0 }
        )
    }

    /// The syntax of a path to a member of a JSON object.
    static var memberPath: Self {
        Self(
            allowed: "names of JSON members, separated by dots, at most 128 bytes in all",
            parse: { text in
                let names = text.split(separator: ".", omittingEmptySubsequences: false)
                return text.utf8.count <= 128 && !names.contains("") ? text : nil
            },
            format: { $0 }
        )
    }

    static var label: Self {
        Self(
            allowed: "a name of 1 to \(Limits.deviceBytes) bytes on one line",
            parse: { text in
                let isPlain = text.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && $0.value != 0x7F
                }
                return (1...Limits.deviceBytes).contains(text.utf8.count) && isPlain ? text : nil
            },
            format: { $0 }
        )
    }
}

extension ConfigurationSyntax where Value == [String] {
    /// The syntax of a list of absolute paths, separated by colons; `none` is the empty list.
    static var paths: Self {
        list("absolute paths, separated by colons", separator: ":") { text in
            let isPath = text.hasPrefix("/") && text.utf8.count <= 4_095 && !text.utf8.contains(0)
            return isPath ? text : nil
        }
    }

    /// Returns the syntax of a list of up to 16 elements; `none` is the empty list.
    static func list(
        _ elements: String,
        separator: Character,
        _ element: @escaping @Sendable (String) -> String?
    ) -> Self {
        Self(
            allowed: "\(elements), at most 16, or none",
            parse: { text in
                if text == "none" { return [] }
                let parts = text.split(separator: separator, omittingEmptySubsequences: false)
                let found = parts.compactMap { element(String($0)) }
                return found.count == parts.count && found.count <= 16 ? found : nil
            },
            format: { $0.isEmpty ? "none" : $0.joined(separator: String(separator)) }
        )
    }
}

extension ConfigurationSyntax where Value == String? {
    /// The syntax of a file's path, or of a systemd credential's name; `none` is `nil`.
    static var optionalFile: Self {
        optional("an absolute path, credential:NAME for a file that systemd passes") { text in
            let name = text.dropFirst(CredentialPath.prefix.count)
            let isCredential =
                text.hasPrefix(CredentialPath.prefix) && !name.isEmpty && !name.contains("/")
            let isPath = text.hasPrefix("/") && !text.hasSuffix("/")
            return (isCredential || isPath) && text.utf8.count <= 4_095 && !text.utf8.contains(0)
        }
    }

    /// The syntax of a remote store's URL, which the loader checks; `none` is `nil`.
    static var remote: Self { optional("the URL of a remote store") { _ in true } }

    private static func optional(
        _ allowed: String,
        _ isValid: @escaping @Sendable (String) -> Bool
    ) -> Self {
        Self(
            allowed: "\(allowed), or none",
            parse: { $0 == "none" ? .some(nil) : isValid($0) ? .some($0) : nil },
            format: { $0 ?? "none" }
        )
    }
}
