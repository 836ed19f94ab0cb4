// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import StateSystem
internal import SyncModel
internal import Varlink

/// A tenant's link to sync: the handle, the status, waiting callers, and the inputs of the
/// schedule.
final class SyncLink: TenantComponent {
    /// The time after its last report during which a player still counts as playing, in
    /// milliseconds.
    private static let gracePeriodMilliseconds = 180_000

    let context: TenantContext
    /// The sync state; `nil` if there is no remote store.
    var state: TenantSync? {
        didSet { context.syncs = state != nil }
    }
    private let players: Players
    private let sync: SyncStorage
    /// The connections of streams that serve a user interface.
    private var viewers: Set<ConnectionID> = []
    /// The programs that are active without playing, and when their activity ends.
    private var activities: [Activity: Timestamp] = [:]
    /// True if the last reported change was a tick.
    private var hasTick = false
    /// The player that was last found playing; `nil` if there is none.
    private var playing: ExactString?
    private(set) var lookedAt: Timestamp?
    /// The minimum interval between checks of all players, in milliseconds.
    private static let lookIntervalMilliseconds = 1_000

    init(_ context: TenantContext, _ players: Players, _ sync: SyncStorage) {
        self.context = context
        self.players = players
        self.sync = sync
    }

    func connected() throws(StateError) -> TenantSync {
        guard let state else { throw .syncDisabled }
        return state
    }

    /// Returns the monitor with the totals of earlier sessions, for the remote at an address.
    func restoredMonitor(at address: String) -> SyncMonitor {
        let known = (try? sync.memory())?.address
        return SyncMonitor(
            restoring: (try? sync.rounds.totals()) ?? SyncTotals(),
            isSameRemote: known == nil || known == address
        )
    }

    /// Refuses the waiting requests, because the remote was changed.
    ///
    /// If there is no new remote, also stops recording changes.
    func changeRemote(_ handle: SyncHandle?) {
        let reason = "the remote store was changed; try again"
        refuseWaiting(.remoteUnavailable(reason: reason))
        if handle == nil {
            state = nil
            do throws(StateError) {
                try queue.admit()
                try onStore(sync.leave())
            } catch {
                logger.warning(
                    "cannot record that sync was turned off",
                    metadata: ["reason": "\(error.summary)"]
                )
            }
        }
    }

    func refuseWaiting(_ refusal: StateError, atOnce: Bool = false) {
        for caller in state?.waiting.values.map(\.self) ?? [] {
            context.reply(refusal.message, to: caller, atOnce: atOnce)
        }
        state?.waiting = [:]
    }

    func connect(_ handle: SyncHandle) {
        if state == nil { state = TenantSync(handle: handle) } else { state?.reconnect(handle) }
        let monitor = restoredMonitor(at: handle.remote)
        state?.monitor = monitor
        state?.storedRound = monitor.rounds.succeeded + monitor.rounds.failed
        noteCircumstances()
    }

    func noteCircumstances() {
        guard state != nil else { return }
        let isInFront = players.surfaces.isAnyInFront || !viewers.isEmpty
        state?.tell(TenantSync.Circumstances(arePlaying: isPlaying(), areInFront: isInFront))
    }

    /// Returns true if any player is playing, or a program is active.
    ///
    /// Every commit calls this, and there may be ten thousand players. The player last found
    /// playing is therefore checked first, and the others at most once a second.
    private func isPlaying() -> Bool {
        let now = clock.now()
        if activities.values.contains(where: { $0 > now }) { return true }
        if let player = playing, plays(player, now: now) { return true }
        playing = nil
        if let lookedAt, (0..<Self.lookIntervalMilliseconds).contains(now - lookedAt) {
            return false
        }
        lookedAt = now
        playing = log.statistics.players.values.first { plays($0.key, now: now) }?.key
        return playing != nil
    }

    /// Returns true if a player is playing; a player without a report for three minutes does not
    /// count.
    private func plays(_ player: ExactString, now: Timestamp) -> Bool {
        guard let player = log.statistics.players[player], player.playing,
            let item = player.item, let head = try? log.state(named: item), head.kind.isLive
        else { return false }
        return head.record.point.status == .playing
            && now - head.record.point.at < Self.gracePeriodMilliseconds
    }

    /// Reports unacknowledged changes to the schedule, given the changes of the turn's commits.
    ///
    /// Returns true if the changes must wait, because sync has failed or is offline.
    func noteUnsent(_ pendingChanges: some BidirectionalCollection<PendingChange>) -> Bool {
        guard let handle = state?.handle else { return false }
        if let player = pendingChanges.last(where: \.isPlaying)?.filterFields.player {
            playing = ExactString(player)
        }
        let news = sync.takePushFlags()
        let arePositions =
            !pendingChanges.isEmpty && !news.hasEvent
            && pendingChanges.allSatisfy { $0.kind == .saved || $0.kind == .observed }
        // The ticks of a player that moves to the background are sent even if already stored.
        let isTickDue = hasTick && !arePositions && !pendingChanges.isEmpty
        guard news.needsPush || isTickDue else { return false }
        let isTick =
            arePositions && pendingChanges.allSatisfy { $0.isPlaying || $0.kind == .observed }
        hasTick = isTick
        handle.note(arePositions && news.hasSeek ? .sought : .changed(isTick: isTick))
        return state?.monitor.status.trouble != nil
    }

    func noteFront(of player: String) {
        let isPlaying = log.player(named: player)?.playing ?? false
        // The discovery reports to other devices that this one is in front.
        noteCircumstances()
        state?.handle.note(.movedToForeground(isPlaying: isPlaying))
    }

    func noteViewer(_ connection: ConnectionID) {
        guard viewers.insert(connection).inserted else { return }
        noteCircumstances()
        state?.handle.note(.movedToForeground(isPlaying: isPlaying()))
    }

    func closed(_ connection: ConnectionID) {
        state?.forget(connection)
        let known = activities.count
        activities = activities.filter { $0.key.connection != connection }
        if viewers.remove(connection) != nil || activities.count < known { noteCircumstances() }
    }

    // MARK: Activity

    private struct Activity: Hashable {
        let connection: ConnectionID
        let player: ExactString
    }

    /// The maximum duration of one activity, in milliseconds.
    private static let activityMilliseconds = 24 * 3_600_000

    var nextActivityEnd: Timestamp? { activities.values.min() }

    func setActive(
        _ parameters: Session.SetActive.Parameters,
        by caller: Caller
    ) throws(StateError) -> [UInt8] {
        try checkPlayer(parameters.player)
        let now = clock.now()
        let connection = caller.connection
        let activity = Activity(connection: connection, player: ExactString(parameters.player))
        activities[activity] = nil
        let until = Timestamp(parameters.until)
        if until > now {
            guard activities.count < context.settings.players else {
                throw .quotaExceeded(limit: "players-per-uid", value: context.settings.players)
            }
            activities[activity] = min(until, now + Self.activityMilliseconds)
        }
        noteCircumstances()
        return Session.SetActive.answer(NoMembers())
    }

    func endActivities(now: Timestamp) {
        guard let end = nextActivityEnd, end <= now else { return }
        activities = activities.filter { $0.value > now }
        noteCircumstances()
    }

    // MARK: Requests

    func answered(_ reply: SyncAnswer, _ number: Int) {
        guard let caller = state?.waiting.removeValue(forKey: number) else { return }
        let message: [UInt8]
        switch reply {
        case .forgotten: message = Sync.ForgetDevice.answer(NoMembers())
        case .left(let report):
            message = Sync.LeaveRemote.answer(.init(pushed: report.pushed))
        case .fetched(let report):
            let news = Sync.RemoteChanged.Reply(news: report.changed > 0)
            message = refusal(report) ?? Sync.RemoteChanged.answer(news)
        case .failed(let reason): message = StateError.remoteUnavailable(reason: reason).message
        case .round(let report, let duration):
            // The reply to AcceptRemote has the same members.
            message =
                refusal(report)
                ?? Sync.SyncNow.answer(
                    .init(
                        pushed: report.pushed,
                        pulled: report.pulled,
                        conflicts: report.conflicts,
                        durationMs: duration
                    )
                )
        }
        context.reply(message, to: caller)
    }

    private func refusal(_ report: SyncRound.Report) -> [UInt8]? {
        report.error.map { StateError.remoteUnavailable(reason: $0.reason).message }
    }

    // MARK: Devices

    /// Returns the newest incarnation of each device under a unique name.
    ///
    /// If several devices share a label, the number of the device is appended to the label.
    func namedDevices(_ state: TenantSync) -> [(name: String, presence: DevicePresence)] {
        var newest: [UInt64: DevicePresence] = [:]
        for presence in state.devices.presences {
            let known = newest[presence.origin.device]
            if known.map({ $0.origin.incarnation < presence.origin.incarnation }) ?? true {
                newest[presence.origin.device] = presence
            }
        }
        let labels = Dictionary(newest.values.map { ($0.label, 1) }, uniquingKeysWith: +)
        return newest.values.sorted { ($0.label, $0.origin) < ($1.label, $1.origin) }.map {
            let isShared = labels[$0.label] ?? 0 > 1
            let number = "\($0.origin)".prefix(8)
            return (isShared ? "\($0.label) (\(number))" : $0.label, $0)
        }
    }
}
