// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerKit
import StateModel
import Testing

/// The decision about a request to a player.
@Suite struct RequestDecisionTests {
    /// A player that plays at 60 of 120 s.
    private static func state(
        _ change: (inout RequestedState) -> Void = { _ in }
    ) -> RequestedState {
        var state = RequestedState()
        (state.isRunning, state.position, state.duration) = (true, 60, 120)
        change(&state)
        return state
    }

    private static let table: [(SurfaceRequest, RequestedState, PlayerStep, Bool?, Double?)] = [
        (.init(1, .play), state { $0.isRunning = false }, .play, true, 60),
        (.init(1, .pause), state(), .pause, false, 60),
        (.init(1, .toggle), state(), .pause, false, 60),
        (.init(1, .toggle), state { $0.isRunning = false }, .play, true, 60),
        (.init(1, .stop), state(), .stop, false, 60),
        (.init(1, .next), state(), .next, nil, nil),
        (.init(1, .previous), state(), .previous, nil, nil),
        (.init(1, .seek, position: 0), state(), .seek(to: 0), true, 0),
        (.init(1, .seek, position: 120), state(), .seek(to: 120), true, 120),
        (.init(1, .seek, position: 900), state { $0.duration = nil }, .seek(to: 900), true, 900),
        (.init(1, .seek, position: 9), state { $0.position = nil }, .seek(to: 9), true, 9),
        (.init(1, .seek, offset: 30), state { $0.isRunning = false }, .seek(to: 90), false, 90),
        (.init(1, .seek, offset: -90), state(), .seek(to: 0), true, 0),
        // A jump forward stops before the end, and never goes back.
        (.init(1, .seek, offset: 90), state(), .seek(to: 119), true, 119),
        (.init(1, .seek, offset: 9), state { $0.position = 119.5 }, .seek(to: 119.5), true, 119.5),
        (.init(1, .seek, offset: 90), state { $0.duration = nil }, .seek(to: 150), true, 150),
        (.init(1, .seek, offset: 1e9), state { $0.duration = nil }, .seek(to: 1e9), true, 1e9),
        // A position that makes no sense is none.
        (.init(1, .pause), state { $0.position = -0.02 }, .pause, false, 0),
        (.init(1, .pause), state { $0.position = 1.8e10 }, .pause, false, nil),
        (.init(1, .pause), state { $0.position = .nan }, .pause, false, nil),
        (.init(1, .seek, position: 9), state { $0.position = 1.8e10 }, .seek(to: 9), true, 9),
    ]

    @Test(arguments: table.indices)
    func `each requested action becomes a command to the player`(row: Int) {
        let (request, state, step, isPlaying, position) = Self.table[row]
        let answer = SurfaceAnswer(1, isPlaying: isPlaying, position: position)
        #expect(request.decision(in: state) == .take(step, answer))
    }

    private static let refusals: [(SurfaceRequest, RequestedState, String)] = [
        (.init(1, .play), state { $0.isLoaded = false }, "no followed item is playing"),
        (
            .init(1, .seek, offset: 5), state { $0.isLoaded = false },
            "no followed item is playing"
        ),
        (.init(1, .next), state { $0.hasNext = false }, "there is no next item"),
        (.init(1, .previous), state { $0.hasPrevious = false }, "there is no previous item"),
        (.init(1, .seek, position: 5), state { $0.canSeek = false }, "the player cannot seek"),
        (
            .init(1, .seek, position: 121), state(), "2:01 is beyond the end of the item at 2:00"
        ),
        (
            .init(1, .seek, offset: 5), state { $0.position = nil },
            "the player does not report its position"
        ),
        (
            .init(1, .seek, offset: 5), state { $0.position = 1.8e10 },
            "the player does not report its position"
        ),
    ]

    @Test(arguments: refusals.indices)
    func `an impossible action is refused with a reason`(row: Int) {
        let (request, state, reason) = Self.refusals[row]
        #expect(request.decision(in: state) == .refuse(SurfaceAnswer(1, refusal: reason)))
    }
}
