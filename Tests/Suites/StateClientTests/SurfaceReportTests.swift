// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import Testing

@testable import StateClient

/// The reports of a surface whose daemon is slow, or killed.
@Suite struct SurfaceReportTests {
    private func at(
        _ position: Double,
        _ cause: Cause = .tick,
        item: String = "a"
    ) -> Snapshot {
        Snapshot(item: item, player: "mpv", status: .playing, position: position, cause: cause)
    }

    @Test func `a report that may have arrived is sent again with a time before its first arrival`()
        throws
    {
        var scene = Scene()
        try scene.attach(item: "a", queue: ["b", "c"])
        let finished = Snapshot(item: "a", player: "mpv", status: .finished, position: 90)
        try scene.call(.save(finished))
        try scene.call(.tick(at(5, item: "d")))
        #expect(try scene.saves.map(\.at) == [nil])
        // The daemon has stored both, and is killed before it replies.
        let arrival = scene.now.wall
        for pause in [10, 20, 30] {
            scene.passes(pause)
            try scene.event(.closed(share: 0))
            try scene.attach(item: "b", queue: ["c"])
            #expect(try scene.saves.map(\.item) == ["a", "d"])
            #expect(try scene.saves.map(\.at) == [arrival - 2, arrival])
        }
    }

    @Test func `a report that is sent again gets a time after the reports already stored`()
        throws
    {
        for isTick in [true, false] {
            var scene = Scene()
            try scene.attach()
            try scene.call(.save(at(1)))
            try scene.call(isTick ? .tick(at(2, item: "b")) : .save(at(2)))
            scene.passes(5)
            try scene.stored(1)
            let acknowledged = scene.now.wall
            try scene.event(.closed(share: 0))
            try scene.attach()
            #expect(try scene.saves.map(\.at) == [acknowledged - (isTick ? 0 : 2)])
        }
    }

    @Test func `only a newer state of its item replaces a waiting report, and no end is lost`()
        throws
    {
        func report(_ text: String) -> SurfaceCall {
            guard let status = Status(rawValue: text) else {
                return .unavailable(item: "a", reason: nil)
            }
            return .save(Snapshot(item: "a", player: "mpv", status: status, position: 1))
        }
        for (reports, sent) in [
            (["paused", "failed"], ["failed"]), (["paused", "finished"], ["finished"]),
            (["finished", "paused"], ["finished", "paused"]),
            (["finished", "paused", "playing"], ["finished", "playing"]),
            (["unavailable", "failed"], ["unavailable", "failed"]),
            (["paused", "unavailable"], ["paused", "unavailable"]),
        ] {
            for isLost in [false, true] {
                var scene = Scene()
                try scene.attach()
                // The first report is in flight while the others are made, and may be lost.
                try scene.call(isLost ? report(reports[0]) : .save(at(1, item: "b")))
                for text in reports.dropFirst(isLost ? 1 : 0) { try scene.call(report(text)) }
                if isLost {
                    try scene.event(.closed(share: 0))
                    try scene.attach()
                } else {
                    try scene.stored(1)
                }
                let found = try scene.calls.map { call in
                    call.method == Session.ReportUnavailable.name
                        ? "unavailable"
                        : try Playback.Save.Parameters(json: call.parameters).snapshot.status
                            .rawValue
                }
                #expect(found == sent, "\(reports) \(isLost)")
            }
        }
    }

    @Test func `an announcement follows the waiting reports, and is never repeated`() throws {
        var scene = Scene()
        let start = Snapshot(item: "b", player: "mpv", status: .playing, position: 0)
        try scene.call(.announce(start))
        try scene.attach()
        try scene.call(.save(at(1)))
        try scene.call(.save(at(2)))
        try scene.call(.announce(start))
        #expect(try scene.saves.map(\.item) == ["a", "a", "b"])
        #expect(scene.link.unacknowledged == 1)
        try scene.stored(1)
        try scene.stored(2)
        scene.heard = []
        try scene.stored(3)
        #expect(scene.heard == [.settled(revision: 3)])
        try scene.call(.announce(start))
        try scene.refuses(.storageUnavailable(reason: "full"))
        #expect(scene.link.isSettled)
        try scene.call(.announce(start))
        try scene.event(.closed(share: 0))
        try scene.attach()
        #expect(try scene.saves.isEmpty)
    }

    @Test func `a question about an item follows its reports, even before they are stored`() throws
    {
        var scene = Scene()
        try scene.attach()
        try scene.call(.save(at(0, .load)))
        try scene.call(.save(at(20, .seek)))
        #expect(scene.methods == [Playback.Save.name])
        try scene.call(.resume(item: "a"))
        #expect(scene.methods == [Playback.Save.name, Playback.Save.name, Playback.Resume.name])
        #expect(try scene.saves.map(\.position) == [0, 20])
        // What is unacknowledged when the daemon ends is repeated.
        try scene.stored(1)
        try scene.event(.closed(share: 0))
        try scene.attach()
        #expect(try scene.saves.map(\.position) == [20])
    }

    @Test func `an alias follows the reports of its item, and is repeated as they are`() throws {
        let words = [Playback.Save.name, Playback.AddAlias.name]
        var scene = Scene()
        try scene.attach()
        try scene.call(.save(at(0, .load)))
        try scene.call(.save(at(20, .seek)))
        try scene.call(.name(item: "a", alias: "content:1"))
        #expect(scene.methods == [Playback.Save.name])
        try scene.stored(1)
        #expect(scene.methods == words)
        // The disk is full.
        for _ in words { try scene.refuses(.storageUnavailable(reason: "full")) }
        scene.passes(1_000)
        try scene.event(.wake)
        #expect(scene.methods == words)
        // The daemon restarts.
        try scene.event(.closed(share: 0))
        try scene.attach()
        #expect(scene.methods == words)
        #expect(try scene.naming() == ["a", "content:1"])
        try scene.stored(2)
        #expect(scene.link.unacknowledged == 1)
        try scene.answers(RevisionReply(revision: 3))
        #expect(scene.link.unacknowledged == 0)
        #expect(scene.heard.last == .settled(revision: 3))
    }

    @Test func `an alias does not take the place of the newest tick`() throws {
        var scene = Scene()
        try scene.attach()
        try scene.call(.tick(at(7)))
        try scene.call(.name(item: "a", alias: "content:1"))
        try scene.event(.closed(share: 0))
        try scene.attach()
        #expect(try scene.saves.map(\.position) == [7])
    }

    @Test func `a report of a missing item is sent again with the time of the first attempt`()
        throws
    {
        var scene = Scene()
        try scene.attach()
        try scene.call(.unavailable(item: "a", reason: nil))
        func times() throws -> [Timestamp?] {
            try scene.calls.filter { $0.method == Session.ReportUnavailable.name }
                .map { try Session.ReportUnavailable.Parameters(json: $0.parameters).at }
        }
        #expect(try times() == [nil])
        let sent = scene.now.wall
        scene.passes(60_000)
        try scene.event(.closed(share: 0))
        try scene.attach()
        #expect(try times() == [sent - 2])
    }

    @Test func `dropped reports are counted`() {
        var outbox = SurfaceOutbox()
        for number in 1...1_002 {
            outbox.put(.save(at(1, item: "\(number)")), observed: 0)
        }
        #expect(outbox.count == 1_002)
        for _ in outbox.take(now: 0) { outbox.answered(isDone: true) }
        #expect(outbox.isEmpty && outbox.count == 2)
    }

    @Test func `the surface leaves once its newest tick is acknowledged`() throws {
        for isBlocked in [false, true] {
            var scene = Scene()
            try scene.attach()
            scene.link.isBlocked = isBlocked
            try scene.call(.tick(at(1)))
            try scene.call(.tick(at(2)))
            // What the daemon does not read is not sent for each tick.
            #expect(scene.ticks.map(\.position) == (isBlocked ? [] : [1, 2]))
            #expect(scene.link.unacknowledged == 0)
            try scene.savesTick()
            try scene.savesTick()
            #expect(try scene.saves.map(\.position) == [2])
            #expect(scene.link.unacknowledged == 1)
            try scene.stored(1)
            #expect(scene.link.unacknowledged == 0)
        }
    }

    @Test func `the last tick is sent to the next daemon, unless a later report has replaced it`()
        throws
    {
        for isReplaced in [false, true] {
            var scene = Scene()
            try scene.attach()
            try scene.call(.tick(at(1)))
            try scene.call(.tick(at(2)))
            if isReplaced {
                try scene.call(.save(at(3, .pause)))
                try scene.stored(7)
            }
            scene.passes(5_000)
            try scene.event(.closed(share: 0))
            try scene.attach()
            #expect(try scene.saves.map(\.position) == (isReplaced ? [] : [2]))
            if !isReplaced { #expect(try scene.saves.map(\.at) == [scene.now.wall - 5_000]) }
        }
    }
}
