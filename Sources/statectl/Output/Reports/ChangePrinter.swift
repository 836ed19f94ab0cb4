// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

/// The output of a command that follows changes until a condition is met.
struct ChangePrinter {
    /// The changes to print.
    var selection: ChangeSelection
    /// The condition that ends the command.
    var goal: ChangeGoal
    var printsLastOnly = false
    /// True to print the changes as JSON, false to print them as text.
    let json: Bool
    let output: Output

    /// Prints the changes of a stream.
    ///
    /// - Throws: `ExitCode.success` once the condition is met, or the error with which the stream
    ///   ends.
    mutating func follow(_ stream: ChangeFollower) async throws {
        // An interrupt of `wait` is a failure.
        try await output.follow(stream, interruptIsEnd: !printsLastOnly) { batch in
            if batch.skipped > 0 { Output.notice(Self.skipped(batch.skipped)) }
            let isOver = show(batch)
            if isOver { throw ExitCode.success }
        } restarted: {
            selection.restart()
        }
    }

    /// Prints the changes of a batch, until the condition is met; returns true in that case.
    private mutating func show(_ batch: ChangeBatch) -> Bool {
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
            isOver = selected.delivered.change.map { goal.isReached(by: $0) } ?? false
            if isOver || !printsLastOnly { shown.append((selected, line)) }
        }
        guard !json else {
            // The token of a batch is printed with its last change. If the condition is met
            // earlier, no token is printed, because a reader that continued after it would miss the
            // other changes.
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
