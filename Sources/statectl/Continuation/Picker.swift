// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient

/// A list of resume points from which a person picks one by its number.
struct Picker {
    /// The number of points that are offered.
    static let most = 10

    /// The points, the newest first.
    let points: [ResumePoint]
    /// The time context.
    let context: TimeContext

    /// Returns one line a point: `2  [######......]  53 %  Alien  5 min ago, kitchen`.
    func lines(width: Int, style: Style) -> [String] {
        points.enumerated().map { index, point in
            let report = PointReport(point: point, context: context)
            let share = report.percentage
            let bar = ProgressBar.bar(Double(share ?? 0) / 100)
            let percent = share.map { "\(TextWidth.right(String($0), 3)) %" } ?? "     "
            let number = TextWidth.right(String(index + 1), 2)
            let head = width >= 76 ? "\(number)  \(bar) \(percent)  " : "\(number) \(percent)  "
            let tail = "  \(context.moment(point.at).ago), \(point.device.visible)"
            let room = max(8, width - TextWidth.of(head) - TextWidth.of(tail))
            return head + style.strong(TextWidth.cut(report.name, to: room)) + style.faint(tail)
        }
    }

    /// Returns the point of the number that was typed; `nil` if there is none.
    func choice(_ text: String) -> ResumePoint? {
        guard let number = Int(text.filter { !$0.isWhitespace }),
            points.indices.contains(number - 1)
        else { return nil }
        return points[number - 1]
    }

    /// Shows the points on the terminal and waits for a number; an empty line ends the command.
    func ask() throws(Failure) -> ResumePoint {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw Failure(.usage, "--pick needs a terminal; “statectl list” shows the items")
        }
        let output = Output.notices()
        output.lines(lines(width: output.width, style: output.style))
        while true {
            output.write(Array("play which (1 to \(points.count))? ".utf8))
            guard let text = readLine(), !text.isEmpty else {
                throw Failure(.notThere, "nothing picked")
            }
            if let point = choice(text) { return point }
        }
    }
}
