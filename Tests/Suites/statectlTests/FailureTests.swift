// SPDX-License-Identifier: Apache-2.0
import Foundation
import ModelTesting
import StateClient
import StateModel
import Testing

@testable import statectl

@Suite struct FailureTests {
    private let context = TimeContext(now: 1_795_250_400_000, zone: .utc)

    @Test func `the error for an expired item says when it expired and how to restore it`() {
        let failure = Failure(.expired(item: "my film", at: 1_795_243_200_000), from: context)
        #expect(
            failure
                == Failure(
                    .notThere,
                    "the resume point of my film expired 2 h ago (2026-11-21 06:40); "
                        + "“statectl undo 'my film'” restores it"
                )
        )
    }

    @Test func `the error for an expired item without a history suggests no undo`() {
        let failure = Failure(
            expired: "film",
            at: 1_795_243_200_000,
            hasHistory: false,
            from: context
        )
        #expect(
            failure.message == "the resume point of film expired 2 h ago (2026-11-21 06:40)"
        )
    }

    @Test func `the error for a missing daemon names the socket and says how to start it`() {
        let socket = SocketPath.standard()
        let failure = Failure(
            .noDaemon(socket: socket, reason: "there is no such socket"),
            from: context
        )
        #expect(failure.status == .noDaemon)
        #expect(
            failure.message
                == "no daemon at \(socket): there is no such socket; "
                + (DaemonStart(socket: socket).text ?? "")
        )
    }

    @Test func `a path that is not a socket is reported with advice`() async throws {
        let run = try await Program.run(["list"], socket: "/etc/passwd")
        #expect(run.status == 69)
        let cure =
            "it is not a socket; give the path of the daemon's socket, or leave out --socket\n"
        #expect(run.errors.hasSuffix(cure))
    }

    @Test func `the error suggests the command that starts the missing daemon`() {
        func advice(_ socket: String, isManaged: Bool, hasRuntime: Bool = true) -> String? {
            DaemonStart(
                socket: socket,
                usual: "/run/s",
                isManaged: isManaged,
                hasRuntime: hasRuntime
            ).text
        }
        #expect(
            advice("/run/s", isManaged: true)
                == "start one with “stated &” or “systemctl --user start stated”"
        )
        #expect(advice("/run/s", isManaged: false) == "start one with “stated &”")
        #expect(
            advice("/tmp/a b", isManaged: true) == "start one with “stated --socket '/tmp/a b' &”"
        )
        let place = "set XDG_RUNTIME_DIR to a directory of your own, and start one with “stated &”"
        #expect(advice("/run/s", isManaged: false, hasRuntime: false) == place)
        let named = advice("/tmp/s", isManaged: false, hasRuntime: false)
        #expect(named == "start one with “stated --socket /tmp/s &”")
        let start = DaemonStart(socket: "/run/s", usual: "/run/s", hasRuntime: false)
        #expect(start.remedy == "set XDG_RUNTIME_DIR to a directory of your own, then stated &")
        // The daemon takes neither a relative path nor a long one.
        let folder = FileManager.default.currentDirectoryPath
        #expect(advice("s", isManaged: true) == "start one with “stated --socket \(folder)/s &”")
        #expect(advice("/" + String(repeating: "x", count: 107), isManaged: true) == nil)
    }

    @Test func `an empty value of --socket is an error`() {
        #expect(
            Failure(.noDaemon(socket: "", reason: "no daemon listens there"), from: context)
                == Failure(.noDaemon, "--socket is empty; leave it out to use the default socket")
        )
    }

    @Test func `an error says what to do next`() {
        #expect(
            Failure(.notFound(item: nil, player: nil), from: context).message
                == "there is no resume point yet; a resume point is stored while a player plays, "
                + "or by “statectl save”"
        )
        #expect(
            Failure(.resyncRequired(reason: "it is older than the log"), from: context).message
                == "the stream cannot continue from that token: it is older than the log; start "
                + "again without --since"
        )
    }

    @Test func `the error for a full disk says to make room`() {
        let reason = "state.db: database or disk is full (SQLite 13)"
        #expect(
            Failure(.unavailable(reason: reason), from: context).message
                == "unavailable: \(reason); make room on the disk; “statectl doctor” shows how "
                + "much is free"
        )
    }

    @Test func `the error for a limit says how to raise it, or that it is fixed`() {
        func message(_ limit: String, _ value: Int) -> String {
            Failure(.limitReached(limit: limit, value: value), from: context).message
        }
        #expect(
            message("points", 2)
                == "the limit points is reached (2); “statectl config set limits.points 4” raises it"
        )
        #expect(message("points", .max).contains("limits.points \(Int.max)”"))
        #expect(message("queue-items", 9).hasSuffix("; this limit is fixed; give less at once"))
        #expect(message("of-the-future", 5) == "the limit of-the-future is reached (5)")
    }

    @Test(arguments: [
        (StateClientError.notFound(item: "i", player: nil), ShellStatus.notThere),
        (.notFound(item: nil, player: nil), .notThere), (.expired(item: "i", at: 0), .notThere),
        (.invalid(field: "ttl", reason: "w"), .badValue),
        (.aliasConflict(alias: "a", item: "i"), .badValue),
        (.resyncRequired(reason: "w"), .badValue),
        (.invalidConfiguration(path: "p", key: "k", reason: "w"), .badValue),
        (.noDaemon(socket: "s", reason: "w"), .noDaemon), (.disconnected(reason: "w"), .noDaemon),
        (.unsupported(method: "m"), .noDaemon), (.invalidReply(reason: "w"), .bug),
        (.other(name: "n", parameters: "{}"), .bug), (.unavailable(reason: "w"), .tryAgain),
        (.limitReached(limit: "points", value: 5), .tryAgain),
        (.queueChanged(revision: 5), .tryAgain), (.alertNotFound(id: 5), .notThere),
        (.notRetryable(id: 5), .badValue), (.notObeyed(player: "p"), .notThere),
        (.requestRefused(player: "p", reason: "r"), .tryAgain), (.syncDisabled, .noDaemon),
        (.remoteUnavailable(reason: "w"), .tryAgain), (.entryNotFound(id: 5), .notThere),
        (.deviceNotFound(device: "d"), .notThere),
        (.restoreFailed(name: "n", reason: "w"), .tryAgain),
        (.backupFailed(path: "p", reason: "w"), .tryAgain), (.notAllowed(reason: "w"), .notAllowed),
    ])
    func `each error has an exit status and is one line`(
        error: StateClientError,
        status: ShellStatus
    ) {
        let failure = Failure(error, from: context)
        #expect(failure.status == status)
        #expect(!failure.message.isEmpty)
        #expect(!failure.message.contains("\n"))
    }
}
