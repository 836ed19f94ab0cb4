import StateClient

/// Where a status is shown, once or again and again.
struct StatusScreen {
    /// How it is written.
    let format: ShowStatus.Format
    private let output: Output
    private var shown: [String] = []

    /// A screen on `output`, with nothing on it.
    init(format: ShowStatus.Format, on output: Output) {
        self.format = format
        self.output = output
    }

    /// Shows how things stand now; what is there already is not shown again.
    mutating func show(_ answers: StatusAnswers) throws(StateClientError) {
        guard format != .json else { return replace(answers.json) }
        let report = StatusReport(overview: try Overview(answers), view: .current)
        if format == .waybar { replace(WaybarModule.json(report)) } else { replace(report) }
    }

    /// Whether that there is no daemon is a state like any other here.
    ///
    /// A bar hides a module that fails, and would never try it again.
    var showsAbsence: Bool { format == .waybar }

    /// Shows that there is no daemon; `why` says what is wrong and what to do.
    mutating func showAbsence(_ why: String) {
        guard !showsAbsence else { return replace(WaybarModule.offline(why)) }
        Output.notices().line("statectl: the daemon went away; waiting for it")
        shown = []
    }

    private mutating func replace(_ json: [UInt8]) {
        let line = String(decoding: json, as: UTF8.self)
        guard shown != [line] else { return }
        output.json([json])
        shown = [line]
    }

    private mutating func replace(_ report: StatusReport) {
        let room = Room(width: output.width, height: output.height, hasBars: output.isTerminal)
        // What has left the screen can't be written over.
        let lines = report.lines(in: room, style: .plain)
        let count = shown.isEmpty ? lines.count : min(lines.count, room.height - 1)
        guard lines != shown else { return }
        let styled = report.lines(in: room, style: output.style).prefix(count)
        let before = shown.isEmpty ? "" : output.isErasable ? erasure(in: room) : "\n"
        // In one piece, so that it does not flicker.
        output.line(before + styled.joined(separator: "\n"))
        shown = lines
    }

    /// What takes the shown lines off the terminal.
    private func erasure(in room: Room) -> String {
        // A line takes several rows if the terminal became narrower since.
        let rows = shown.prefix(room.height - 1).reduce(0) {
            $0 + max(1, (TextWidth.of($1) + room.width - 1) / room.width)
        }
        return "\u{1B}[\(rows)A\u{1B}[J"
    }
}
