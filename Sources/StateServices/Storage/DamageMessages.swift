// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel
internal import StateStore

// The texts of alerts about damage.

extension DamageReport {
    var title: String {
        switch subject {
        case .event: "An event was damaged"
        case .player: "A player's state was damaged"
        case .alert: "An alert was damaged"
        case .syncMemory: "What sync remembers was damaged"
        case .row, .entry:
            item == nil ? "A row of the store was damaged" : "A stored value was damaged"
        }
    }

    func message(in path: String) -> String {
        let name =
            switch subject {
            case .event(let number): "Event \(number)"
            case .player(let name): "The state of the player \(name)"
            case .alert(let id): "Alert \(id)"
            case .syncMemory: "What is remembered of the remote store"
            case .row(let number): item.map { "The newest value of \($0)" } ?? "Row \(number)"
            case .entry: item.map { "The entry of \($0)" } ?? "An entry"
            }
        let instead =
            switch outcome {
            case .older(let at, nil): "The one observed \(Self.date(at)) is shown instead."
            case .older(let at, let backup?):
                "The one observed \(Self.date(at)), from the backup \(backup), is shown instead."
            case .lost: "Neither an older value nor a backup of it is left."
            case .healed, .restored, .unaffected: "It is whole again."
            }
        return
            "\(name) in \(path) was damaged on the disk and is not shown. \(instead) Check the disk."
    }

    private static func date(_ time: Timestamp) -> String {
        var seconds = time_t(time.rawValue / 1_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "earlier" }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(Int(parts.tm_year) + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)) UTC"
    }
}

extension LogLoss {
    var title: String {
        switch cause {
        case .middle, .header: "The write-ahead log was damaged"
        case .missing: "The write-ahead log is gone"
        case .file: "The damaged store was searched"
        }
    }

    func message(in path: String) -> String {
        let file = kept.map { "; it is kept as \($0)" } ?? ""
        let damage =
            switch cause {
            case .middle: "\(path)-wal was damaged in the middle\(file)."
            case .header: "The header of \(path)-wal was damaged\(file)."
            case .missing:
                "\(path)-wal is missing or empty, though the daemon did not stop by itself: what was "
                    + "saved after the log was last copied into the store may be lost."
            case .file: "What is whole in \(kept ?? "the damaged store") was looked for."
            }
        let back = "\(rows) newer rows and \(events) events that were whole were brought in."
        let gone = missing > 0 ? " At most \(missing) rows are lost." : ""
        return "\(damage) \(back)\(gone)"
    }
}
