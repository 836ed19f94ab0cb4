// SPDX-License-Identifier: Apache-2.0
import Varlink

/// A change that `statectl setup` makes, and can undo.
enum SetupStep: Equatable {
    case enable(unit: String)
    case link(path: String, target: String)
    case folder(path: String)
    case key(name: String, value: String, file: String)

    var purpose: String {
        switch self {
        case .enable("stated.socket"): "start the daemon when a program needs it, in each session"
        case .enable(let unit) where unit.hasPrefix("stated-mpris"):
            "follow VLC, Firefox and every other player on the session bus"
        case .enable(let unit): "start \(unit)"
        case .link: "follow every mpv, however it is started"
        case .folder: "create the folder that your devices share"
        case .key("ttl", let value, _):
            "keep positions for \(value) after they were observed, instead of 24h"
        case .key: "sync with your other devices through that folder"
        }
    }

    var command: String {
        switch self {
        case .enable(let unit): "systemctl --user enable --now \(unit.quoted)"
        case .link(let path, let target): "ln -s \(target.quoted) \(path.quoted)"
        case .folder(let path): "mkdir -p \(path.quoted)"
        case .key(let name, let value, let file):
            "statectl config set \(name) \(value.quoted) --config \(file.quoted)"
        }
    }

    var undoing: String {
        switch self {
        case .enable(let unit): "systemctl --user disable --now \(unit.quoted)"
        case .link(let path, _): "rm \(path.quoted)"
        case .folder(let path): "rmdir \(path.quoted)"
        case .key(let name, _, let file):
            "statectl config set \(name) --unset --config \(file.quoted)"
        }
    }

    // MARK: Record

    var record: String {
        let fields =
            switch self {
            case .enable(let unit): ["unit", unit]
            case .link(let path, let target): ["link", path, target]
            case .folder(let path): ["folder", path]
            case .key(let name, let value, let file): ["key", name, value, file]
            }
        return fields.joined(separator: "\t")
    }

    init?(record: some StringProtocol) {
        let fields = String(record).split(separator: "\t").map(String.init)
        switch (fields.first, fields.count) {
        case ("unit", 2): self = .enable(unit: fields[1])
        case ("link", 3): self = .link(path: fields[1], target: fields[2])
        case ("folder", 2): self = .folder(path: fields[1])
        case ("key", 4): self = .key(name: fields[1], value: fields[2], file: fields[3])
        default: return nil
        }
    }

    /// The step as JSON; `result` is `nil` before the step is made.
    func json(command: String, result: SetupResult?) -> [UInt8] {
        RawJSON.object([
            "purpose": .string(purpose), "command": .string(command),
            "done": result.map { .bool($0 == .done) },
            "reason": result?.reason.map(JSONValue.string),
        ])
    }
}

enum SetupResult: Equatable {
    case done
    case failed(String)

    var reason: String? { if case .failed(let reason) = self { reason } else { nil } }
}
