// SPDX-License-Identifier: Apache-2.0

/// The orders to a player on the session bus, which busctl(1) carries.
struct MPRISCommands: OrderedProgram {
    /// The unique name of the player on the bus.
    let owner: String

    /// The time that a player has to carry out an order, in seconds.
    private static let orderSeconds = 5
    /// The time that a player has to say what it does, in seconds; one that hangs never does.
    private static let answerSeconds = 2

    /// Returns the state of the player; what it does not say is absent.
    ///
    /// - Throws: the refusal ``OrderRefusal/silence``.
    func state() throws(OrderRefusal) -> OrderedState {
        var state = OrderedState()
        state.position = try property("Position").flatMap { Double($0) }.map { $0 / 1_000_000 }
        state.isPaused = try property("PlaybackStatus").map { $0 != "\"Playing\"" }
        state.hasNext = try property("CanGoNext").map { $0 == "true" }
        state.hasPrevious = try property("CanGoPrevious").map { $0 == "true" }
        return state
    }

    /// True: a player that is paused tells the bus of no jump.
    var hidesJumps: Bool { true }

    /// Calls the method of an order.
    func run(_ order: PlayerOrder, _ state: OrderedState) throws(OrderRefusal) {
        _ = try busctl("call", try order.mprisWords(state), timeoutSeconds: Self.orderSeconds)
    }

    /// Returns the value of a property as busctl(1) prints it; `nil` if the player has none.
    private func property(_ name: String) throws(OrderRefusal) -> String? {
        do throws(OrderRefusal) {
            let answer = try busctl("get-property", [name], timeoutSeconds: Self.answerSeconds)
            // The type comes first: `x 4000000`.
            return answer.split(whereSeparator: \.isWhitespace).last.map(String.init)
        } catch {
            if error == .silence { throw error }
            return nil
        }
    }

    private func busctl(
        _ verb: String,
        _ words: [String],
        timeoutSeconds: Int
    ) throws(OrderRefusal) -> String {
        let run = ToolRun.run(Self.line(verb, owner, words), timeoutSeconds: timeoutSeconds)
        guard run.status != 127 else {
            throw OrderRefusal(reason: "busctl, which is part of systemd, is not installed")
        }
        if run.isLate { throw .silence }
        guard run.hasSucceeded else {
            throw OrderRefusal(reason: run.firstError ?? "busctl ended with status \(run.status)")
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
