// SPDX-License-Identifier: Apache-2.0

/// The orders to a player on the session bus, which busctl(1) carries.
struct MPRISCommands {
    /// The unique name of the player on the bus.
    let owner: String

    /// The state of the player; what it does not say is absent.
    func state() -> OrderedState {
        var state = OrderedState()
        state.position = property("Position").flatMap { Double($0) }.map { $0 / 1_000_000 }
        state.isPaused = property("PlaybackStatus").map { $0 != "\"Playing\"" }
        state.hasNext = property("CanGoNext").map { $0 == "true" }
        state.hasPrevious = property("CanGoPrevious").map { $0 == "true" }
        return state
    }

    /// Calls a method with its arguments.
    func run(_ words: [String]) throws(OrderRefusal) {
        _ = try busctl("call", words)
    }

    /// Returns the value of a property as busctl(1) prints it; `nil` if the player has none.
    private func property(_ name: String) -> String? {
        // The type comes first: `x 4000000`.
        (try? busctl("get-property", [name]))?.split(whereSeparator: \.isWhitespace).last
            .map(String.init)
    }

    private func busctl(_ verb: String, _ words: [String]) throws(OrderRefusal) -> String {
        let run = ToolRun.run(Self.line(verb, owner, words), timeoutSeconds: 5)
        guard run.status != 127 else {
            throw OrderRefusal(reason: "busctl, which is part of systemd, is not installed")
        }
        guard run.hasSucceeded else {
            let reason = run.errors.split(separator: "\n").first.map(String.init)
            throw OrderRefusal(reason: reason ?? "busctl ended with status \(run.status)")
        }
        return run.output
    }

    /// Returns the command line of busctl(1).
    static func line(_ verb: String, _ owner: String, _ words: [String]) -> [String] {
        // A distance back begins with a minus, like an option.
        ["busctl", "--user", "--", verb, owner, "/org/mpris/MediaPlayer2"]
            + ["org.mpris.MediaPlayer2.Player"] + words
    }
}
