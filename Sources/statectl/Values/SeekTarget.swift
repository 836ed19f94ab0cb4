// SPDX-License-Identifier: Apache-2.0

enum SeekTarget: TextValue, Equatable {
    case position(Double)
    /// An offset in seconds; a negative one seeks backward.
    case distance(Double)

    /// The minus sign that replaces a hyphen; see ``withoutDash(_:)``.
    private static let minus: Character = "\u{2212}"

    /// Parses a target such as `1:02:03`, `+30`, `-1:00`, or `30+` and `30-` as in playerctl.
    init(text: String) throws(BadValue) {
        let written = String(text.map { $0 == Self.minus ? "-" : $0 })
        let signs: Set<Character> = ["+", "-"]
        var rest = written[...]
        var sign: Character?
        if let first = rest.first, signs.contains(first) {
            sign = rest.removeFirst()
        } else if let last = rest.last, signs.contains(last) {
            sign = rest.removeLast()
        }
        guard let seconds = try? Position(text: String(rest)).seconds else {
            throw BadValue(
                written,
                expected: "a position or an offset: write 1:02:03, +30 or -10"
            )
        }
        switch sign {
        case nil: self = .position(seconds)
        case "-": self = .distance(-seconds)
        default: self = .distance(seconds)
        }
    }

    /// Replaces the hyphen of an offset with a minus sign, because the parser would take `-30` for
    /// an option.
    static func withoutDash(_ arguments: [String]) -> [String] {
        guard let seek = arguments.firstIndex(of: "seek"), seek > 0, arguments[seek - 1] == "player"
        else { return arguments }
        return arguments.enumerated().map { index, word in
            guard index > seek, word.first == "-", word.dropFirst().first?.isNumber == true else {
                return word
            }
            return String(minus) + word.dropFirst()
        }
    }
}
