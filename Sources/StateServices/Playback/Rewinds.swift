// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

/// The component that decides how far before the stored position players resume.
final class Rewinds: TenantComponent {
    let context: TenantContext
    private let players: Players
    private var learning = RewindLessons()

    init(_ context: TenantContext, _ players: Players) {
        self.context = context
        self.players = players
    }

    /// Returns the position at which to resume and the learned part of the rewind, in seconds.
    ///
    /// Only a player that names itself can teach. For any other, the rewind is that of the player
    /// that observed the point.
    func resumption(
        of point: ResumePoint,
        by player: String?,
        now: Timestamp
    ) throws(StateError) -> (position: Double, learned: Double) {
        let policy = context.settings.policy
        // A surface that joins a playing one begins where the other is.
        let isLive = point.status == .playing && players.surfaces.count(of: point.player).all > 0
        guard policy.rewindLearning, !isLive else {
            return policy.resumption(of: point, learned: 0, now: now)
        }
        let seconds = try onStore(log.learnedRewind()).seconds(for: player ?? point.player)
        let resumption = policy.resumption(of: point, learned: seconds, now: now)
        if let player {
            learning.resumes(
                point,
                by: player,
                at: resumption.position,
                learned: resumption.learned
            )
        }
        return resumption
    }

    /// Learns from a report that was observed at `time`.
    func note(_ report: Snapshot, of item: ExactString, at time: Timestamp) throws(StateError) {
        guard context.settings.policy.rewindLearning else {
            learning = RewindLessons()
            return
        }
        guard let lesson = learning.note(report, of: item, at: time) else { return }
        let before = try onStore(log.learnedRewind())
        var learned = before
        learned.add(lesson)
        if learned != before { try onStore(log.write(learned)) }
    }

    /// Forgets the rewind learned from players of the same kind.
    func forget(_ player: String) throws(StateError) {
        let before = try onStore(log.learnedRewind())
        var learned = before
        learned.forget(player)
        guard learned != before else { throw .notFound(item: nil, player: player) }
        try onStore(log.write(learned))
        learning = RewindLessons()
    }
}
