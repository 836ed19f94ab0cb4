// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ChangePrinter {
    var selection: ChangeSelection
    var goal: ChangeGoal
    var printsLastOnly = false
    let json: Bool
    let output: Output

    /// Prints the changes of a stream.
    ///
    /// - Throws: `ExitCode.success` once the condition is met, or the error that ended the stream.
    mutating func follow(_ stream: ChangeFollower) async throws {
        // An interrupt of `wait` is a failure.
        try await output.follow(stream, interruptIsEnd: !printsLastOnly) { batch in
            if batch.skipped > 0 { Output.notice(Self.skipped(batch.skipped)) }
            let isOver = try show(batch)
            if isOver { throw ExitCode.success }
        } restarted: {
            selection.restart()
        }
    }

    /// Prints the changes of a batch; returns true once the condition is met.
    private mutating func show(_ batch: ChangeBatch) throws -> Bool {
        let context = TimeContext.current
        var isOver = false
        var isWhole = true
        var shown: [(selected: SelectedChange, line: ChangeLine?)] = []
        for selected in selection.select(batch) {
            if isOver {
                isWhole = false
                break
            }
            let line = selected.delivered.change.map {
                ChangeLine(change: $0, context: context, cause: selected.cause)
            }
            guard json || line.map({ selection.isNews($0) }) ?? true else { continue }
            isOver = try selected.delivered.change.map { try goal.isReached(by: $0) } ?? false
            if isOver || !printsLastOnly { shown.append((selected, line)) }
        }
        guard !json else {
            // The last change of a batch has the token of the batch. If the condition is met
            // before, no token is printed: a reader that continued after it would miss the rest of
            // the batch.
            output.json(
                shown.map {
                    let json = $0.selected.delivered.json
                    return isWhole ? RawJSON.adding("token", batch.token, to: json) : json
                }
            )
            return isOver
        }
        let width = output.width
        output.lines(
            shown.map { selected, line in
                line?.text(width: width, style: output.style)
                    ?? String(decoding: selected.delivered.json, as: UTF8.self).visible
            }
        )
        return isOver
    }

    private static func skipped(_ count: Int) -> String {
        "the output is too slow for the stream: \(HealthReport.count(count, "state")) skipped"
    }
}
