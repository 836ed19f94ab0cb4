// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient

struct Picker {
    static let maximumItems = 10

    let points: [ResumePoint]
    let context: TimeContext

    /// Returns a line per point, such as
    /// `2  [######......]  53 %  1:02:03  Alien  5 min ago  kitchen`.
    func lines(width: Int, style: Style) -> [String] {
        let isWide = width >= 76
        let columns: [Table.Column] =
            [.init(heading: "", right: true)] + (isWide ? [.init(heading: "")] : [])
            + [
                .init(heading: "", right: true), .init(heading: "", right: true),
                .init(heading: "", flexible: true), .init(heading: "", right: true),
                .init(heading: "", flexible: true),
            ]
        let rows = points.enumerated().map { index, point in
            let report = PointReport(point: point, context: context)
            let bar = ProgressBar.bar(Double(report.percentage ?? 0) / 100, cells: 12)
            return [String(index + 1)] + (isWide ? [bar] : [])
                + [
                    report.percentage.map { "\($0) %" } ?? "",
                    report.clock, style.strong(report.name),
                    style.faint(context.moment(point.at).ago), style.faint(point.device.visible),
                ]
        }
        // The headings in the first line are empty.
        return Array(
            Table(columns: columns, rows: rows).lines(width: width, style: style).dropFirst()
        )
    }

    func choice(_ text: String) -> ResumePoint? {
        guard let number = Int(text.filter { !$0.isWhitespace }),
            points.indices.contains(number - 1)
        else { return nil }
        return points[number - 1]
    }

    func ask() throws(Failure) -> ResumePoint {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw Failure(.usage, "--pick needs a terminal; “statectl list” shows the items")
        }
        let output = Output.notices()
        output.lines(lines(width: output.width, style: output.style))
        while true {
            output.write(Array("Which one (1 to \(points.count))? ".utf8))
            guard let text = readLine(), !text.isEmpty else {
                throw Failure(.notThere, "nothing picked")
            }
            if let point = choice(text) { return point }
        }
    }
}
