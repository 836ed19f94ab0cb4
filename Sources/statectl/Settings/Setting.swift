// SPDX-License-Identifier: Apache-2.0
import Varlink

struct Setting: Equatable, TableEntry {
    /// The dotted key, such as `limits.points`.
    let key: String
    let value: String
    /// The origin: `default`, a file with a line number, an environment variable or an option.
    let origin: String

    static func parse(_ text: String) -> [Setting] {
        var path: [String] = []
        return text.split(separator: "\n").compactMap { line in
            let depth = line.prefix { $0 == " " }.count / 2
            guard depth <= path.count, let scalar = ConfigurationLine(line) else { return nil }
            path = path.prefix(depth) + [scalar.key]
            guard !scalar.value.isEmpty, scalar.value != "{}" else { return nil }
            return Setting(
                key: path.joined(separator: "."),
                value: scalar.value,
                origin: scalar.comment
            )
        }
    }

    static let columns: [Table.Column] = [
        .init(heading: "KEY"), .init(heading: "VALUE", flexible: true, comfort: 12),
        .init(heading: "ORIGIN", flexible: true, yields: 1),
    ]

    func cells(from context: TimeContext) -> [String] { fields }

    var fields: [String] { [key, value, origin].map(\.visible) }

    var json: [UInt8] {
        RawJSON.object([
            "key": .string(key), "value": .string(value), "origin": .string(origin),
        ])
    }
}
