// SPDX-License-Identifier: Apache-2.0
import StateModel
import Testing

@testable import StateClient

@Suite struct ReportRuleTests {
    @Test func `a report is a tick only if the same item continues to play`() {
        var rule = ReportRule()
        for (item, status, cause, expected, isTick) in [
            ("a", .playing, nil, .load, false),
            ("a", .playing, nil, .tick, true),
            ("a", .playing, .tick, .tick, true),
            ("a", .playing, .seek, .seek, false),
            ("a", .paused, nil, .pause, false),
            ("a", .paused, nil, .pause, false),
            // The end of a pause.
            ("a", .playing, nil, .tick, false),
            ("a", .playing, nil, .tick, true),
            ("b", .playing, nil, .load, false),
            ("b", .failed, nil, nil, false),
            ("b", .finished, nil, nil, false),
            ("c", .paused, nil, .load, false),
            ("c", .paused, .stop, .stop, false),
        ] as [(String, Status, Cause?, Cause?, Bool)] {
            var snapshot = Snapshot(item: item, player: "p", status: status, position: 1)
            snapshot.cause = cause
            let call = rule.call(for: snapshot)
            snapshot.cause = expected
            #expect(call == (isTick ? .tick(snapshot) : .save(snapshot)))
        }
    }
}
