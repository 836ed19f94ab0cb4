import StateClient

/// One step in the life of an item's resume point, in words.
struct StepReport {
    /// The step.
    let step: SyncStep
    /// From when and where one looks at it.
    let view: Viewpoint

    /// What arrived, from where, what became of it, and below it why.
    func lines(width: Int, style: Style) -> [String] {
        let number = String(step.revision)
        let indent = String(repeating: " ", count: number.count + 2)
        let place = step.position.map { Position(seconds: $0).clock } ?? "removed"
        let origin = [step.player.map { "by \($0)" }, "on \(step.device)"].compactMap(\.self)
            .joined(separator: " ").visible
        let headline =
            "\(number)  \(step.outcome.visible)  \(place) \(origin), \(view.moment(step.at).ago)"
        let why = TextWidth.wrapped(
            why { view.moment($0).dateAndSeconds }.visible,
            to: max(20, width - indent.count)
        )
        return [style.strong(TextWidth.cut(headline, to: width))]
            + why.map { TextWidth.cut(indent + $0, to: width) }
    }

    /// The step's fields, with tabs between them.
    ///
    /// Revision, time, device, player, position, what became of it, and why; what is not known is
    /// empty.
    var fields: String {
        [
            String(step.revision), Instant(milliseconds: step.at).iso, step.device.visible,
            step.player?.visible ?? "", step.position.map { Position(seconds: $0).plain } ?? "",
            step.outcome.visible, why { Instant(milliseconds: $0).iso }.visible,
        ].joined(separator: "\t")
    }

    /// The reason, with what the hybrid clock showed as a date and a time.
    private func why(time: (Int) -> String) -> String {
        guard let reading = ClockReading(endOf: step.why) else { return step.why }
        return "\(reading.reason) clock \(time(reading.milliseconds))"
    }
}
