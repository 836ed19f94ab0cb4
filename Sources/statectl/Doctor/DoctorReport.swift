// SPDX-License-Identifier: Apache-2.0

struct DoctorReport {
    let findings: [DoctorCheck]

    var isWrong: Bool { findings.contains { $0.state == .wrong } }

    func lines(width: Int, style: Style) -> [String] {
        let column = findings.map { TextWidth.of($0.topic) }.max() ?? 0
        let indent = String(repeating: " ", count: 5 + 2 + column + 2)
        let found = findings.flatMap { finding -> [String] in
            let head =
                TextWidth.left(finding.state.rawValue, 5) + "  "
                + TextWidth.left(finding.topic, column)
            let texts = TextWidth.wrapped(finding.text.visible, to: max(10, width - indent.count))
            var lines = texts.map { indent + $0 }
            if let first = texts.first {
                lines[0] = "\(painted(head, finding.state, style))  \(first)"
            }
            if let remedy = finding.remedy {
                lines.append(indent + style.strong("→ \(remedy.visible)"))
            }
            return lines
        }
        return found + [summary]
    }

    var fields: [String] {
        findings.map { finding in
            [finding.state.rawValue, finding.topic, finding.text, finding.remedy ?? ""]
                .map(\.visible).joined(separator: "\t")
        }
    }

    private var summary: String {
        let wrong = findings.count { $0.state == .wrong }
        let hints = findings.count { $0.state == .hint }
        let more = hints == 0 ? "" : ", \(HealthReport.count(hints, "hint"))"
        return wrong == 0
            ? "Nothing is wrong\(more)." : "\(HealthReport.count(wrong, "problem"))\(more)."
    }

    private func painted(_ text: String, _ state: DoctorCheck.State, _ style: Style) -> String {
        switch state {
        case .ok: style.good(text)
        case .hint: style.faint(text)
        case .wrong: style.warning(text)
        }
    }
}
