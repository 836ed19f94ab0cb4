// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient
import StateModel
import Varlink

struct Failure: Error, Equatable {
    let status: ShellStatus
    /// The problem and the remedy, on one line.
    let message: String
    /// The name of the problem, for programs.
    let name: String

    init(_ status: ShellStatus, _ message: String, name: String? = nil) {
        self.status = status
        self.message = message
        self.name = name ?? "\(status)"
    }

    func print(json: Bool) {
        if json {
            Output.notices().json([self.json])
        } else {
            Output.notice(message)
        }
    }

    var json: [UInt8] {
        RawJSON.object([
            "error": .string(name), "status": .int(Int(status.rawValue)),
            "message": .string(message),
        ])
    }

    /// Creates the failure for an invalid value of `place`, such as `--position`.
    init(_ bad: BadValue, at place: String) {
        self.init(.badValue, "\(place): “\(bad.text.visible)” is not \(bad.expected)")
    }
}

extension Failure {
    init?(of error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as StateClientError: self.init(error, from: .current)
        default: return nil
        }
    }

    init(missing item: String, hasHistory: Bool) {
        let help =
            hasHistory
            ? "“statectl history \(item.quoted)” shows earlier values"
            : "“statectl list” lists the resume points"
        self.init(.notThere, "no resume point for \(item.visible); \(help)")
    }

    init(expired item: String, at: Timestamp, hasHistory: Bool, from context: TimeContext) {
        let age = context.moment(at)
        let help = hasHistory ? "; “statectl undo \(item.quoted)” restores it" : ""
        let expiry = "expired \(age.ago) (\(age.dateAndTime))"
        self.init(.notThere, "the resume point of \(item.visible) \(expiry)\(help)")
    }

    init(_ error: StateClientError, from context: TimeContext) {
        switch error {
        case .notFound(let item?, _): self.init(missing: item, hasHistory: false)
        case .expired(let item, let at):
            self.init(expired: item, at: at, hasHistory: true, from: context)
        case .noDaemon(socket: "", _):
            self.init(.noDaemon, "--socket is empty; leave it out to use the default socket")
        case .syncDisabled:
            self.init(
                .noDaemon,
                "sync is disabled; “statectl sync setup DIR” sets it up, with a folder that your "
                    + "devices share; if a remote is set already, “statectl sync status” says what is wrong",
                name: "syncDisabled"
            )
        default:
            let (status, advice) = Self.advice(for: error)
            self.init(status, (advice.map { "\(error); \($0)" } ?? "\(error)").visible)
        }
    }

    private static let playerAdvice =
        "the player is not running, is not followed, or cannot do this; “statectl players” lists the "
        + "players"

    /// Returns the remedy for a limit that is reached; `nil` for a limit of a newer daemon.
    private static func remedy(for limit: String, _ value: Int) -> String? {
        if CallLimit.all.contains(where: { $0.name == limit }) {
            return "this limit is fixed; give less at once"
        }
        guard Diagnosis.raisable.contains("limits.\(limit)") else { return nil }
        return "“statectl config set limits.\(limit) \(Diagnosis.raised(value))” raises it"
    }

    /// Returns the exit status for an error, and the remedy; `nil` if the error's text contains it
    /// or there is none.
    private static func advice(for error: StateClientError) -> (ShellStatus, String?) {
        switch error {
        case .noDaemon(let socket, _) where FilePath.status(socket)?.isKind(S_IFSOCK) == false:
            (.noDaemon, "give the path of the daemon's socket, or leave out --socket")
        case .noDaemon(let socket, _): (.noDaemon, DaemonStart(socket: socket).text)
        case .unsupported: (.noDaemon, "it may be older than this statectl")
        case .disconnected: (.noDaemon, "“statectl doctor” looks for the cause")
        case .notAllowed: (.notAllowed, nil)
        case .notFound(nil, nil):
            (.notThere, "a resume point is stored while a player plays, or by “statectl save”")
        case .notFound, .expired: (.notThere, "“statectl list” lists the resume points")
        case .alertNotFound: (.notThere, "“statectl alerts” lists the alerts")
        case .notRetryable(let id): (.badValue, "“statectl alerts dismiss \(id)” removes it")
        case .idReused: (.badValue, "each event needs a unique id")
        case .remoteUnavailable:
            (
                .tryAgain,
                "the changes are kept on this device; “statectl sync status” shows the state"
            )
        case .deviceAmbiguous: (.badValue, "give one of these names")
        case .deviceNotFound: (.notThere, "“statectl sync devices” lists the devices")
        case .entryNotFound, .syncDisabled:
            (.notThere, "“statectl sync outbox” and “statectl sync conflicts” list the entries")
        case .queueChanged: (.tryAgain, "look at it again with “statectl queue show”")
        case .resyncRequired: (.badValue, "start again without --since")
        case .aliasConflict(let name, _):
            (.badValue, "“statectl alias \(name.quoted) --remove” removes it there")
        case .invalid, .invalidConfiguration: (.badValue, nil)
        case .notObeyed: (.notThere, playerAdvice)
        case .backupFailed(let path, _) where FilePath.status(path) != nil:
            (.badValue, "give another name")
        case .limitReached(let limit, let value): (.tryAgain, remedy(for: limit, value))
        case .unavailable(let reason) where reason.contains("is full"):
            (.tryAgain, "make room on the disk; “statectl doctor” shows how much is free")
        case .unavailable, .requestRefused, .backupFailed, .restoreFailed: (.tryAgain, nil)
        case .invalidReply, .other, .cancelled: (.bug, nil)
        }
    }
}

extension String {
    /// The text as one word for a shell.
    var quoted: String {
        let plain = allSatisfy { character in
            character.isASCII
                && (character.isLetter || character.isNumber || "/._-:@%+=,".contains(character))
        }
        guard !plain || isEmpty else { return self }
        // Invisible characters can only be typed as escapes of the shell.
        guard visible == self else {
            let text = replacing("\\", with: "\\\\").replacing("'", with: "\\'")
            return "$'" + HiddenScalars.escaped(text) { $0.utf8.map(Self.octal).joined() } + "'"
        }
        return "'"
            + split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }

    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
}

extension Spelling {
    /// Returns the question “did you mean …? ” with the most similar name; empty if none is
    /// similar.
    static func offer(for name: String, of known: [String]) -> String {
        nearest(to: name, of: known).map { "did you mean “\($0.visible)”? " } ?? ""
    }
}
