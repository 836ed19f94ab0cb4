// SPDX-License-Identifier: Apache-2.0

/// The start position in a link to a web page, as in `?t=1m30s` or `#t=90`.
enum LinkedStart {
    static func seconds(in url: String) -> Double? {
        guard url.lowercased().hasPrefix("http"),
            let mark = url.firstIndex(where: { $0 == "?" || $0 == "#" })
        else { return nil }
        for parameter in url[mark...].split(whereSeparator: { "?#&".contains($0) }) {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == "t" || parts[0] == "start" { return time(parts[1]) }
        }
        return nil
    }

    /// Parses a time such as `90`, `90s` or `1h2m3s`, in seconds; for a range such as `10,20`, its
    /// start.
    private static func time(_ text: Substring) -> Double? {
        let units: [Character: Double] = ["h": 3_600, "m": 60, "s": 1]
        var total = 0.0
        var digits = ""
        for letter in text.prefix(while: { $0 != "," }) + "s" {
            guard let unit = units[letter] else {
                digits.append(letter)
                continue
            }
            if digits.isEmpty { continue }
            guard let number = Double(digits), number.isFinite, number >= 0 else { return nil }
            total += number * unit
            digits = ""
        }
        return total
    }
}
