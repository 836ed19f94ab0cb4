// SPDX-License-Identifier: Apache-2.0
import StateClient

/// One step in the history of an item's resume point, in words.
struct StepReport {
    /// The step.
    let step: SyncStep
    /// The time context.
    let context: TimeContext

    /// Returns the value, its origin and the outcome, with the reason below.
    func lines(width: Int, style: Style) -> [String] {
        let number = step.revision.description
        let indent = String(repeating: " ", count: number.count + 2)
        let place = step.position.map { Position(seconds: $0).clock } ?? "removed"
        let origin = [step.player.map { "by \($0)" }, "on \(step.device)"].compactMap(\.self)
            .joined(separator: " ").visible
        let headline =
            "\(number)  \(step.outcome.visible)  \(place) \(origin), \(context.moment(step.at).ago)"
        let reason = TextWidth.wrapped(
            reason { context.moment($0).dateAndSeconds }.visible,
            to: max(20, width - indent.count)
        )
        return [style.strong(TextWidth.cut(headline, to: width))]
            + reason.map { TextWidth.cut(indent + $0, to: width) }
    }

    /// The step's fields, separated by tabs.
    ///
    /// Revision, time, device, player, position, outcome and reason; unknown values are empty.
    var fields: String {
        [
            step.revision.description, Instant(step.at).iso, step.device.visible,
            step.player?.visible ?? "", step.position.map { Position(seconds: $0).plain } ?? "",
            step.outcome.visible, reason { Instant($0).iso }.visible,
        ].joined(separator: "\t")
    }

    /// Returns the reason, with the reading of the hybrid clock as a date and time.
    private func reason(time: (Timestamp) -> String) -> String {
        guard let reading = HybridClockTime(endOf: step.reason) else { return step.reason }
        return "\(reading.reason) clock \(time(reading.time))"
    }
}
