// SPDX-License-Identifier: Apache-2.0
import StateClient

extension SyncStep: ListEntry {
    static func lines(
        _ steps: [SyncStep],
        from context: TimeContext,
        width: Int,
        style: Style
    ) -> [String] {
        steps.flatMap { $0.lines(from: context, width: width, style: style) }
    }

    private func lines(from context: TimeContext, width: Int, style: Style) -> [String] {
        let number = revision.description
        let indent = String(repeating: " ", count: number.count + 2)
        let place =
            fraction.map { "\(PointReport.percent($0)) %" }
            ?? position.map { Position(seconds: $0).clock } ?? "removed"
        let origin = [player.map { "by \($0)" }, "on \(device)"].compactMap(\.self)
            .joined(separator: " ").visible
        let headline =
            "\(number)  \(outcome.visible)  \(place) \(origin), \(context.moment(at).ago)"
        let reason = TextWidth.wrapped(
            reason { context.moment($0).dateAndSeconds }.visible,
            to: max(20, width - indent.count)
        )
        return [style.strong(TextWidth.cut(headline, to: width))]
            + reason.map { TextWidth.cut(indent + $0, to: width) }
    }

    var fields: [String] {
        [
            revision.description, Instant(at).iso, device.visible, player?.visible ?? "",
            position.map { PointReport.plain($0, fraction: fraction) } ?? "", outcome.visible,
            reason { Instant($0).iso }.visible,
        ]
    }

    /// Returns the reason; `time` formats the time of a hybrid logical clock at its end.
    private func reason(time: (Timestamp) -> String) -> String {
        guard let reading = HybridClockTime(endOf: reason) else { return reason }
        return "\(reading.reason) clock \(time(reading.time))"
    }
}
