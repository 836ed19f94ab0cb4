// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Varlink

@testable import GPodder

/// The server as a value: the real decisions, over a log and a file that outlive its process.
struct ModelServer {
    /// An event of the daemon's log.
    struct Event {
        var id: String
        /// The name that the server should have chosen.
        var actionID: String
        var at: Int
        var arrivedAt: Int
        var body: JSONValue
        var client: String
        var action: EpisodeAction

        /// The name of the action for comparisons.
        var key: String { ModelClient.key(of: action, at: at) }
    }

    /// The way in which a request fails.
    enum Mishap: CaseIterable {
        case killedAtOnce, killedBeforeSaving, replyLost
    }

    static let page = 6

    let fault: Fault?
    /// The daemon's log; the number of an event is its index and 1.
    private(set) var events: [Event] = []
    /// The number of times that the log was replaced.
    private var store = 0
    /// The file of the cursors.
    private(set) var saved: [String: ClientCursor] = [:]
    private var savedStore = 0
    /// The memory of the process.
    private var log = EpisodeLog()
    private var cursors: [String: ClientCursor] = [:]
    private var knownStore = 0

    init(_ fault: Fault?) { self.fault = fault }

    /// Begins a new process.
    mutating func restart() {
        (log, knownStore) = (EpisodeLog(), -1)
        cursors = fault == .cursorsAreNotSaved ? [:] : saved
    }

    /// Replaces the log with a backup; what it lacks arrives again from another device, in any order.
    mutating func restore(to count: Int, _ random: inout FuzzRandom) {
        let lost = events[count...].shuffled(using: &random)
        events = Array(events[..<count]) + lost
        store += 1
    }

    private mutating func refresh() {
        if knownStore != store { log = EpisodeLog() }
        for number in log.end..<events.count {
            let event = events[number]
            log.append(number + 1, id: event.id, at: event.at, body: event.body)
        }
        knownStore = store
        guard savedStore != store else { return }
        savedStore = store
        guard fault != .restoreKeepsCursors else { return }
        for name in cursors.keys { cursors[name]?.reset() }
        saved = cursors
    }

    /// Appends an action of another daemon.
    mutating func append(_ action: EpisodeAction, of client: String, now: Int) {
        let at =
            fault == .fastClockIsBelieved
            ? action.timestamp ?? now : min(action.timestamp ?? now, now)
        var id = action.id(at: at)
        if fault == .repeatsAreStored { id += " \(events.count)" }
        if fault == .echoesAreStored { id += " \(action.device ?? "")" }
        guard !events.contains(where: { $0.id == id }) else { return }
        let body = action.body(by: client)
        events.append(
            Event(
                id: id,
                actionID: action.id(at: at),
                at: at,
                arrivedAt: now,
                body: body,
                client: client,
                action: action
            )
        )
    }
}

// MARK: - Requests

extension ModelServer {
    /// Answers a request for actions; `nil` if the reply is lost.
    mutating func get(
        _ cursor: Int,
        _ client: ModelClient,
        now: Int,
        _ mishap: Mishap?
    ) -> (actions: [ServedAction], cursor: Int)? {
        if mishap == .killedAtOnce { return lost() }
        refresh()
        let name = fault == .cursorsAreShared ? "all" : client.name
        var state = cursors[name] ?? ClientCursor()
        let former = state
        distort(&state, cursor)
        var answer = log.answer(cursor, of: client.name, &state, now: now, limit: Self.page)
        distort(&answer, &state, former, cursor, client, now)
        if mishap == .killedBeforeSaving { return lost() }
        (cursors[name], saved[name]) = (state, state)
        return mishap == nil ? answer : nil
    }

    /// Stores actions; returns the cursor, `nil` if the reply is lost.
    mutating func post(
        _ uploaded: [EpisodeAction?],
        _ client: ModelClient,
        now: Int,
        _ mishap: Mishap?
    ) -> Int? {
        if mishap == .killedAtOnce {
            restart()
            return fault == .answersTooEarly ? now : nil
        }
        let isRefused = fault == .oneRefusesAll && uploaded.contains { $0 == nil }
        guard !isRefused else { return nil }
        refresh()
        let actions = uploaded.compactMap(\.self)
        for entry in log.new(actions, of: client.name, now: now) {
            append(entry.action, of: client.name, now: now)
        }
        if [.repeatsAreStored, .echoesAreStored].contains(fault) {
            for action in actions { append(action, of: client.name, now: now) }
        }
        refresh()
        let name = fault == .cursorsAreShared ? "all" : client.name
        var state = cursors[name] ?? ClientCursor()
        var cursor = log.cursorAfterUpload(of: client.name, &state, now: now)
        if fault == .uploadAnswersEnd { cursor = state.cursor(of: log.end, now: now) }
        if fault == .clockCursor { cursor = now }
        if mishap == .killedBeforeSaving { return lost() }
        (cursors[name], saved[name]) = (state, state)
        return mishap == nil ? cursor : nil
    }

    private mutating func lost<Value>() -> Value? {
        restart()
        return nil
    }
}

// MARK: - Faults

extension ModelServer {
    /// Changes the state in which a request is judged.
    private func distort(_ state: inout ClientCursor, _ cursor: Int) {
        switch fault {
        case .repeatedCursorAdvances where cursor == state.since: state.from = state.given
        case .clockMeansEnd where cursor > state.since ?? cursor: state.given = log.end
        case .ownUploadsComeBack where cursor > state.since ?? cursor: state.since = cursor
        default: break
        }
        if fault == .ownUploadsComeBack, cursor == state.since { state.from = state.given }
    }

    /// Changes the answer, as another server would give it.
    private func distort(
        _ answer: inout (actions: [ServedAction], cursor: Int),
        _ state: inout ClientCursor,
        _ former: ClientCursor,
        _ cursor: Int,
        _ client: ModelClient,
        _ now: Int
    ) {
        switch fault {
        case .clockCursor: answer = (served { $0.arrivedAt > cursor }, now)
        case .actionTimeCursor:
            answer = (served { $0.at > cursor }, max(events.map(\.at).max() ?? 2, cursor))
        case .cursorsOneApart where answer.cursor == former.newest + 2,
            .equalCursors where answer.cursor == former.newest + 2:
            answer.cursor = former.newest + (fault == .equalCursors ? 0 : 1)
            state.newest = answer.cursor
            state.marks[state.marks.count - 1].cursor = answer.cursor
        case .zeroCursor where log.end == 0: answer.cursor = 0
        case .millisecondCursor: answer.cursor *= 1_000
        case .beginningIsForgotten: state.from = state.given
        case .devicesAreTrusted: answer.actions.removeAll { $0.action.device == client.device }
        case .pageSkips:
            state.given = log.end
            answer.cursor = state.cursor(of: log.end, now: now)
        case .uselessPlaysAreSent:
            let place = events.count - (events.isEmpty ? 0 : 1)
            answer.actions += served(isUseful: false) { _ in true }.suffix(place > 0 ? 1 : 0)
        default: distortWinners(&answer)
        }
    }

    private func distortWinners(_ answer: inout (actions: [ServedAction], cursor: Int)) {
        let whole = answer.actions
        func last(_ action: ServedAction) -> Int? {
            whole.lastIndex { $0.action.episode == action.action.episode && $0.position != nil }
        }
        let isOld = whole.enumerated().map { index, action in
            action.position != nil && last(action) != index
        }
        switch fault {
        case .winnerIsMissing:
            let late = zip(whole, isOld).filter(\.1).map(\.0.action.episode)
            answer.actions = zip(whole, isOld).filter { action, isOld in
                isOld || action.position == nil || !late.contains(action.action.episode)
            }.map(\.0)
        case .winnerComesFirst:
            answer.actions =
                zip(whole, isOld).filter { !$1 }.map(\.0)
                + zip(whole, isOld).filter(\.1).map(\.0)
        case .lastArrivalWins:
            answer.actions = whole.filter { action in
                let newest = events.last {
                    $0.action.episode == action.action.episode && $0.action.place != nil
                }
                return action.position == nil || newest?.action.position == action.position
            }
        case .kindsDisplaceEachOther:
            answer.actions = whole.filter { action in
                let newest = events.last { $0.action.episode == action.action.episode }
                return newest?.action.kind == action.action.kind
            }
        default: break
        }
    }

    /// Returns events as actions that are sent.
    private func served(
        isUseful: Bool = true,
        _ isNew: (Event) -> Bool
    ) -> [ServedAction] {
        events.filter(isNew).compactMap { event in
            let action = event.action
            guard action.kind == .play else { return .init(action, at: event.at) }
            guard (action.place != nil) == isUseful else { return nil }
            let position = action.position ?? -1
            return .init(action, at: event.at, position: position, total: action.total ?? -1)
        }
    }
}
