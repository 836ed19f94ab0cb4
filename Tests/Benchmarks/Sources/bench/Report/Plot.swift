// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Report {
    /// The rates as an SVG bar chart, with a group for each case and the daemon's bar first.
    var plot: String {
        let bar = 16
        let left = 330
        let right = 620
        var y = 50
        var body = ""
        for work in works {
            body += Self.text(work, x: 10, y: y + 12, bold: true)
            y += 20
            let group = rows.filter { $0.work == work && $0.rate > 0 }
            let most = group.map(\.rate).max() ?? 1
            for row in group {
                let width = max(1, Int(Double(right - left) * row.rate / most))
                let colour = row.server == "stated" ? "#2f7d5b" : "#9aa5b1"
                body += Self.text(row.server, x: left - 10, y: y + 12, end: true)
                body += """
                    <rect x="\(left)" y="\(y)" width="\(width)" height="\(bar - 3)" \
                    fill="\(colour)"/>

                    """
                body += Self.text("\(Int(row.rate.rounded()))/s", x: left + width + 6, y: y + 12)
                y += bar
            }
            y += 12
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="760" height="\(y + 10)" \
            font-family="sans-serif" font-size="12">
            <rect width="100%" height="100%" fill="white"/>
            \(Self.text("\(date), \(machine); longer is better", x: 10, y: 24))
            \(body)</svg>

            """
    }

    private static func text(
        _ text: String,
        x: Int,
        y: Int,
        bold: Bool = false,
        end: Bool = false
    ) -> String {
        let safe = text.replacingOccurrences(of: "&", with: "&amp;")
            .replacingOccurrences(of: "<", with: "&lt;")
        let weight = bold ? " font-weight=\"bold\"" : ""
        let anchor = end ? " text-anchor=\"end\"" : ""
        return "<text x=\"\(x)\" y=\"\(y)\"\(weight)\(anchor)>\(safe)</text>\n"
    }
}
