// SPDX-License-Identifier: Apache-2.0

struct SetupDialogue {
    let output: Output
    let json: Bool

    /// Prints the steps, each with a command that does the same, and the remarks.
    ///
    /// `isAll` is true if nothing will be done. As JSON, the steps are printed only in that case;
    /// otherwise, the results are printed later.
    func show(
        _ steps: [(SetupStep, command: String)],
        remarks: [String],
        isAll: Bool,
        rest: String = "Everything is set up."
    ) {
        if json {
            return output.json(isAll ? steps.map { $0.json(command: $1, result: nil) } : [])
        }
        output.lines(
            (steps.isEmpty ? [rest] : [])
                + Self.lines(steps, remarks: remarks, width: output.width, style: output.style)
        )
    }

    static func lines(
        _ steps: [(SetupStep, command: String)],
        remarks: [String],
        width: Int,
        style: Style
    ) -> [String] {
        var lines: [String] = []
        for (number, step) in steps.enumerated() {
            lines.append(TextWidth.cut("\(number + 1). \(step.0.purpose)", to: width))
            lines.append("   " + style.strong(step.command.visible))
        }
        return lines + Self.lines(remarks: remarks, width: width)
    }

    func show(remarks: [String]) { output.lines(Self.lines(remarks: remarks, width: output.width)) }

    private static func lines(remarks: [String], width: Int) -> [String] {
        (remarks.isEmpty ? [] : [""])
            + remarks.flatMap { TextWidth.wrapped($0, to: max(20, width)) }
    }

    func report(_ step: SetupStep, _ command: String, _ result: SetupResult) {
        if json { return output.json([step.json(command: command, result: result)]) }
        switch result {
        case .done: output.line("\(output.style.good("done"))    \(command.visible)")
        case .failed(let reason):
            output.line("\(output.style.warning("failed"))  \(command.visible): \(reason.visible)")
        }
    }
}
