// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import Testing

@testable import StateModel

extension Snapshot {
    /// The snapshot, completed from a resume point.
    fileprivate func completed(from point: ResumePoint) -> Snapshot {
        var snapshot = self
        snapshot.complete(title: point.title, duration: point.duration)
        return snapshot
    }
}

/// Snapshots that say less of an item than is known of it.
@Suite struct CompletedSnapshotTests {
    private func point(title: String? = "Alien", duration: Double? = 7_020) -> ResumePoint {
        ResumePoint(
            item: "film",
            player: "mpv",
            status: .paused,
            position: 60,
            duration: duration,
            title: title,
            device: "",
            at: 0,
            expiresAt: 1,
            revision: 1
        )
    }

    private func snapshot(
        _ position: Double,
        _ status: Status = .paused,
        title: String? = nil,
        duration: Double? = nil
    ) -> Snapshot {
        Snapshot(
            item: "film",
            player: "mpv",
            status: status,
            position: position,
            duration: duration,
            title: title
        )
    }

    @Test func `a snapshot without a title or a duration takes those of the resume point`() {
        let bare = snapshot(100).completed(from: point())
        #expect(bare.title == "Alien")
        #expect(bare.duration == 7_020)
        let full = snapshot(100, title: "", duration: 7_000).completed(from: point())
        #expect(full.title == "")
        #expect(full.duration == 7_000)
        #expect(snapshot(100).completed(from: point(title: nil, duration: nil)) == snapshot(100))
    }

    @Test(arguments: [(7_020.0, true), (7_021.0, true), (7_021.5, false), (9_000.0, false)])
    func `the resume point's duration is not used if it is smaller than the position`(
        position: Double,
        isKept: Bool
    ) {
        let completed = snapshot(position).completed(from: point())
        #expect(completed.duration == (isKept ? 7_020 : nil))
        #expect(completed.title == "Alien")
    }

    @Test func `a snapshot without a duration is judged by the resume point's duration`() {
        func ruling(_ report: Snapshot) -> Verdict.Ruling {
            var jumps = JumpGuard()
            return PolicySettings().verdict(
                on: report.completed(from: point()),
                against: Standing(point: point(), own: true),
                jumps: &jumps,
                now: 1_000
            ).ruling
        }
        #expect(ruling(snapshot(7_019.5)) == .ignore(.atEnd))
        #expect(ruling(snapshot(7_000, .finished)) == .clear)
        #expect(ruling(snapshot(8_000)) == .save)
        #expect(ruling(snapshot(8_000, .finished)) == .save)
    }
}
