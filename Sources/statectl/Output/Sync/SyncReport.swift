// SPDX-License-Identifier: Apache-2.0
import StateClient

struct SyncReport {
    private static let freshMilliseconds = 300_000

    let status: SyncStatus
    let context: TimeContext

    /// The symbol before the text; `nil` if sync is disabled or works.
    var mark: Mark? {
        switch status.state {
        case .idle where status.indicator.tone == .warning: .warning
        case .disabled, .idle: nil
        case .syncing: .progress
        case .offline: .offline
        case .failed: .warning
        }
    }

    enum Mark: String {
        /// A round is in progress; this symbol is not emphasised.
        case progress = "↻"
        /// There is no connection; the symbol is a crossed-out cloud.
        case offline = "☁\u{338}"
        case warning = "⚠"
    }

    /// The age of the last successful round, such as `synced 2 min ago`; `nil` if there was none.
    var synced: String? {
        guard let at = status.lastSuccessAt else { return nil }
        let isStale = context.now - at > Self.freshMilliseconds && status.state == .idle
        return "synced \(context.moment(at).ago)\(isStale ? " (stale)" : "")"
    }

    /// Returns a line for another report; `nil` if sync is disabled.
    func note(width: Int, style: Style) -> String? {
        guard status.state != .disabled else { return nil }
        guard let mark else {
            let words = [synced ?? "not synced yet", conflicts].compactMap(\.self)
            return TextWidth.cut("  \(words.joined(separator: "; "))", to: width)
        }
        let words = [label, mark == .offline ? synced : nil, conflicts].compactMap(\.self)
        let text = "  \(mark.rawValue) \(words.joined(separator: "; "))"
        let note = TextWidth.cut(text, to: width)
        return mark == .warning ? style.warning(note) : note
    }

    func lines(width: Int, style: Style) -> [String] {
        guard status.state != .disabled else {
            let advice =
                status.error?.visible
                ?? "to start it, run “statectl sync setup DIR” with a folder that your devices share"
            return TextWidth.wrapped("Sync is disabled: \(advice).", to: width)
        }
        let headline = TextWidth.cut(headline, to: width)
        let details = [about, outbox, conflicts, doubt] + damaged + phases + [traffic, delay]
        return [mark == .warning ? style.warning(headline) : style.strong(headline)]
            + details.compactMap(\.self).flatMap { detail in
                TextWidth.wrapped(detail, to: max(20, width - 4)).enumerated()
                    .map { TextWidth.cut(($0 == 0 ? "  " : "    ") + $1, to: width) }
            }
    }

    private var label: String {
        let words =
            status.indicator.label.isEmpty ? status.state.rawValue : status.indicator.label.visible
        guard status.state == .failed, let error = status.error else { return words }
        return "\(words): \(error.visible)"
    }

    private var headline: String {
        guard let mark else { return [synced ?? "not synced yet", remote].joined(separator: ", ") }
        return "\(mark.rawValue) \(label)"
    }

    private var remote: String { (status.remote ?? "").visible }

    private var about: String {
        let facts: [String?] = [
            mark == nil ? nil : remote, "this device is \(status.device.visible)",
            status.isOnline ? "online" : "offline",
            status.isPolling ? "checking regularly" : nil,
            mark == nil ? nil : synced,
            status.state == .offline ? status.error?.visible : nil,
        ]
        return facts.compactMap(\.self).joined(separator: ", ")
    }

    private var conflicts: String? {
        guard let conflicts = status.conflicts, conflicts > 0 else { return nil }
        let count = HealthReport.count(conflicts, "conflict")
        return "\(count), see “statectl sync conflicts”"
    }

    private var outbox: String {
        let counts = status.outbox
        let oldest = counts.oldestAt.map { ", the oldest from \(context.moment($0).ago)" } ?? ""
        return "to send: \(Self.counts(counts))\(oldest)"
    }

    /// The reason why acknowledged entries are kept; `nil` if none are.
    private var doubt: String? {
        guard status.isVolatile == true else { return nil }
        return
            "the servers may lose new entries in a power failure, so this device keeps them for 10 min"
    }

    private static func counts(_ outbox: OutboxCounts) -> String {
        let counts = [
            (outbox.pending, "pending"), (outbox.inFlight, "in flight"), (outbox.failed, "failed"),
        ]
        let known = counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return known.isEmpty ? "nothing" : known.joined(separator: ", ")
    }

    private var damaged: [String] {
        let listed = status.damaged.map { damage in
            "cannot be read: \(damage.path.visible), written by \(damage.device.visible): "
                + damage.reason.visible
        }
        let more = (status.damagedCount ?? 0) - listed.count
        guard more > 0 else { return listed }
        return listed + ["cannot be read: \(HealthReport.count(more, "other file"))"]
    }

    private var phases: [String] {
        status.phases.filter { $0.state != .notStarted }.map { phase in
            let name = phase.name == .setup ? "set-up" : phase.name.rawValue
            switch phase.state {
            case .inProgress:
                let since = phase.startedAt.map { ", begun \(context.moment($0).ago)" } ?? ""
                return "\(name): under way\(since)"
            case .failed:
                let when = phase.endedAt.map { " \(context.moment($0).ago)" } ?? ""
                return "\(name): failed\(when): \((phase.error ?? "no reason given").visible)"
            case .succeeded, .notStarted:
                return "\(name): done\(phase.endedAt.map { " \(context.moment($0).ago)" } ?? "")"
            }
        }
    }

    private var traffic: String {
        let counts = [
            HealthReport.count(status.pushes, "push", "pushes"),
            HealthReport.count(status.pulls, "pull"),
            HealthReport.count(status.notifications, "notification"),
        ]
        let last = status.lastDurationMs.map { ", the latest round took \(Self.span($0))" } ?? ""
        return "\(counts.joined(separator: ", "))\(last)"
    }

    private var delay: String? {
        let delay = status.delay
        guard delay.count > 0 else { return nil }
        return "\(HealthReport.count(delay.count, "remote change")); delay "
            + "p50 \(Self.span(delay.p50)), p99 \(Self.span(delay.p99)), max \(Self.span(delay.max))"
    }

    /// Returns a duration such as `35 ms`, `1.2 s` or `5 min`.
    static func span(_ milliseconds: Int) -> String {
        switch milliseconds {
        case ..<1_000: "\(max(0, milliseconds)) ms"
        case ..<60_000: "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
        default: TimeSpan(seconds: milliseconds / 1_000).rough
        }
    }
}

extension SyncReport {
    /// Returns the status as a line.
    ///
    /// An example is `08:40:12    offline   Offline, saving here  import  to send: 3 pending`.
    func line(width: Int, style: Style) -> String {
        let time = TextWidth.left(context.moment(context.now).timeOrDate, 10)
        let state = TextWidth.left(status.state.rawValue, 8)
        let phase = status.phases.first { $0.state == .inProgress }?.name.rawValue
        let words = [
            mark == nil ? synced ?? "" : label, phase ?? "",
            "to send: \(Self.counts(status.outbox))",
        ]
        .filter { !$0.isEmpty }.joined(separator: "  ")
        let room = width - TextWidth.of(time) - TextWidth.of(state) - 4
        return [
            style.faint(time), mark == .warning ? style.warning(state) : state,
            TextWidth.cut(words, to: max(8, room)),
        ].joined(separator: "  ")
    }

    var fields: String {
        [
            status.state.rawValue, status.isOnline ? "online" : "offline",
            String(status.outbox.pending), String(status.outbox.inFlight),
            String(status.outbox.failed),
            status.lastSuccessAt.map { Instant($0).iso } ?? "",
            status.error?.visible ?? "",
        ].joined(separator: "\t")
    }

    /// Returns a sentence such as `synced in 35 ms: 3 sent, 2 fetched, 1 conflict`.
    static func sentence(_ outcome: SyncOutcome) -> String {
        let conflicts =
            outcome.conflicts == 0 ? "" : ", \(HealthReport.count(outcome.conflicts, "conflict"))"
        let duration = span(Int(outcome.duration / .milliseconds(1)))
        return "synced in \(duration): \(outcome.pushed) sent, "
            + "\(outcome.pulled) fetched\(conflicts)"
    }
}
