// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient
import Synchronization

struct StatusScreen {
    /// True once the user has continued the command after Ctrl+Z.
    private static let isContinued = Atomic<Bool>(false)

    let format: ShowStatus.Format
    let output: Output
    private(set) var shown: [String] = []

    mutating func show(_ answers: StatusAnswers) throws(StateClientError) {
        guard format != .json else { return replace(try answers.json()) }
        let report = StatusReport(overview: Overview(answers), context: .current)
        if format == .waybar { replace(WaybarModule.json(report)) } else { replace(report) }
    }

    static func noticeStops() {
        signal(SIGCONT) { _ in StatusScreen.isContinued.store(true, ordering: .relaxed) }
    }

    /// True if the absence of the daemon is shown as a state.
    ///
    /// A status bar would hide a module that fails, and not show it again.
    var showsAbsence: Bool { format == .waybar }

    mutating func showAbsence(_ reason: String) {
        guard !showsAbsence else { return replace(WaybarModule.offline(reason)) }
        Output.notice("the connection to the daemon ended; waiting for it")
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
        // What the shell has written meanwhile is not overwritten.
        if Self.isContinued.exchange(false, ordering: .relaxed) { shown = [] }
        // Lines that have left the screen cannot be overwritten.
        let lines = report.lines(in: room, style: .plain)
        let count = shown.isEmpty ? lines.count : min(lines.count, room.height - 1)
        guard lines != shown else { return }
        let styled = report.lines(in: room, style: output.style).prefix(count)
        let before = shown.isEmpty ? "" : output.isErasable ? erasure(in: room) : "\n"
        // A single system call avoids flicker.
        output.line(before + styled.joined(separator: "\n"))
        shown = lines
    }

    private func erasure(in room: Room) -> String {
        // On a terminal that has become narrower, a line occupies several rows.
        let rows = shown.prefix(room.height - 1).reduce(0) {
            $0 + max(1, (TextWidth.of($1) + room.width - 1) / room.width)
        }
        return "\u{1B}[\(rows)A\u{1B}[J"
    }
}
