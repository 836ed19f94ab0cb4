// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A reference model of one writer: calls, answers, and the expected contents of the store.
///
/// A connection's calls are carried out in order, and no other client writes these items. So each
/// answer can be predicted, and a crash leaves the acknowledged state plus the effects of a prefix
/// of the outstanding calls.
package struct WriterBook: Sendable {
    private struct Attempt: Sendable {
        var operation: WriterCall
        /// The newest revision known when it was sent.
        var floor: Revision
        /// True if one of its observations was published.
        var isPublished = false
    }

    /// The name of the writer and its player.
    package let name: String
    /// The number of acknowledged observations.
    package private(set) var acknowledged = 0
    /// The number of calls refused because the store accepted no writes.
    package private(set) var refusals = 0
    /// The plain items as of the last answer.
    private var items: [String: ExpectedItemState] = [:]
    private var loose: [String: LooseState] = [:]
    /// The outstanding calls, oldest first.
    private var pending: [Attempt] = []
    /// The number of outstanding calls that are known to be stored.
    private var promised = 0
    /// The calls refused since the last one that was carried out.
    private var refused: [WriterCall] = []
    private var lastSerial = 0

    /// Creates a writer that has sent nothing.
    package init(name: String) {
        self.name = name
    }

    /// The plain items of calls that are outstanding or were recently refused.
    package var touched: Set<String> {
        Set((refused + pending.map(\.operation)).flatMap(\.items).filter(Self.isPlain))
    }

    private static func isPlain(_ item: String) -> Bool {
        ItemName.parse(item)?.kind == .plain
    }

    // MARK: Events

    /// Records that a call was sent.
    package mutating func sent(_ operation: WriterCall, floor: Revision, now: Int) {
        pending.append(Attempt(operation: operation, floor: floor))
        for write in operation.writes {
            lastSerial = max(lastSerial, write.serial)
            guard let kind = ItemName.parse(write.item)?.kind, kind != .plain else { continue }
            loose[write.item, default: LooseState(kind)].send(write, now: now)
        }
    }

    /// Checks the answer to the oldest call that has a reply.
    ///
    /// - Returns: the changes, which subscribers must receive.
    package mutating func answered(
        _ answer: Answer,
        now: Int
    ) throws(Violation) -> [ItemChange] {
        let ticks = pending.prefix { $0.operation.isOneway }.count
        guard ticks < pending.count else {
            throw Violation("\(name): nothing to answer: \(answer)")
        }
        let attempt = pending[ticks]
        pending.removeFirst(ticks + 1)
        promised = max(0, promised - ticks - 1)
        if answer == .refused {
            // A later call may be stored and published before this refusal is read.
            guard !attempt.isPublished else {
                throw Violation("\(name): refused, and published: \(attempt.operation)")
            }
            refusals += 1
            refused.append(attempt.operation)
            return []
        }
        refused = []
        try check(answer, to: attempt.operation)
        let changes = answer.changes(by: attempt.operation)
        if let revision = answer.revision, revision < attempt.floor + (changes.isEmpty ? 0 : 1) {
            throw Violation("\(name): revision \(revision) is answered after \(attempt.floor)")
        }
        for write in attempt.operation.writes where !Self.isPlain(write.item) {
            loose[write.item]?.store(write.serial, now: now)
        }
        return changes
    }

    /// Records an orderly stop: the daemon stores every tick received before the last answer.
    package mutating func stopsInGoodOrder() {
        let unanswered = Set(pending.flatMap(\.operation.items))
        for item in loose.keys where !unanswered.contains(item) { loose[item]?.storeAll() }
    }

    /// Records that an observation with the given number was published as the resume point.
    package mutating func delivered(_ serial: Int, of item: String, now: Int) throws(Violation) {
        guard serial <= lastSerial else {
            throw Violation("\(name): #\(serial) of \(item) was published, and never sent")
        }
        if refused.contains(where: { $0.writes.contains { $0.serial == serial } }) {
            throw Violation("\(name): #\(serial) of \(item) was refused, and published")
        }
        if !Self.isPlain(item) { loose[item]?.store(serial, now: now) }
        let place = pending.firstIndex { attempt in
            !attempt.operation.isOneway && attempt.operation.writes.contains { $0.serial == serial }
        }
        guard let place else { return }
        pending[place].isPublished = true
        promised = max(promised, place + 1)
    }

    private mutating func check(_ answer: Answer, to operation: WriterCall) throws(Violation) {
        let isRight: Bool
        switch (operation, answer) {
        case (.save, .results(let results)), (.saveMany, .results(let results)):
            let expected = operation.writes.map { apply($0).outcome }
            isRight = results.map(\.outcome) == expected
            acknowledged += results.count
        case (.clear(let item), .cleared): isRight = items[item]?.clear() == .cleared
        case (.clear(let item), .notFound): isRight = (items[item]?.live == nil)
        case (.undo(let item), .restored(let point)):
            isRight = items[item]?.undo() == Place(point).map { .restored($0) }
        case (.undo(let item), .notFound): isRight = items[item]?.past.isEmpty ?? true
        default: isRight = false
        }
        guard !isRight else { return }
        let states = operation.items.map { "\($0): \(items[$0] ?? ExpectedItemState())" }
        throw Violation("\(name): \(operation) was answered \(answer); after it, \(states)")
    }

    private mutating func apply(_ write: Write) -> Effect {
        guard Self.isPlain(write.item) else { return .saved }
        return items[write.item, default: ExpectedItemState()].apply(write)
    }

    // MARK: Crashes

    /// Checks the state found after a restart, or while no call was outstanding.
    ///
    /// - Parameters:
    /// - survey: the survey of all items.
    /// - crashed: true if the daemon was killed since the last survey.
    /// - Throws: a value that was lost, or was never sent.
    package mutating func surveyed(_ survey: Survey, crashed: Bool) throws(Violation) {
        if crashed {
            for item in loose.keys { loose[item]?.settle(now: survey.began) }
            items = try refused.isEmpty ? cut(survey) : pick(survey)
            for item in items.keys { items[item]?.restart() }
            pending = []
            promised = 0
        }
        refused = []
        for (item, state) in items {
            guard let difference = survey.difference(of: item, from: state) else { continue }
            throw Violation("\(item): \(difference)")
        }
        for item in loose.keys {
            if let fault = loose[item]?.fault(in: survey, of: item) {
                throw Violation("\(item): \(fault)")
            }
            if crashed { loose[item]?.forgetLost(foundIn: survey, item) }
        }
    }

    /// Returns true if an item with the given name was ever written.
    package func knows(_ item: String) -> Bool {
        items[item] != nil || loose[item] != nil
    }

    /// Returns the items after a prefix of the outstanding calls that matches the survey.
    private func cut(_ survey: Survey) throws(Violation) -> [String: ExpectedItemState] {
        var states = items
        var wrong = touched.filter { differs($0, states, survey) }
        var found = promised == 0 && wrong.isEmpty ? states : nil
        var nearest = wrong
        for (place, attempt) in pending.enumerated() {
            for item in attempt.operation.items where Self.isPlain(item) {
                Self.carryOut(attempt.operation, on: item, &states)
                if differs(item, states, survey) { wrong.insert(item) } else { wrong.remove(item) }
            }
            if place + 1 >= promised, wrong.isEmpty { found = states }
            if wrong.count < nearest.count { nearest = wrong }
        }
        if let found { return found }
        throw Violation(
            "\(name): no first part of the \(pending.count) calls on their way, \(promised) of them "
                + "published, leaves what was found: " + explain(nearest, survey)
        )
    }

    /// Returns the items, each after a run of its refused or outstanding calls that matches the
    /// survey.
    private func pick(_ survey: Survey) throws(Violation) -> [String: ExpectedItemState] {
        let operations = refused + pending.map(\.operation)
        var states = items
        for item in touched {
            let own = operations.filter { $0.items.contains(item) }
            let starts = own.indices.lazy.map { own[$0...] } + [[]]
            let found = starts.lazy.compactMap { run(of: $0, on: item, survey) }.first
            guard let found else {
                throw Violation("\(name): after refusals, " + explain([item], survey))
            }
            states[item] = found
        }
        return states
    }

    private func run(
        of operations: ArraySlice<WriterCall>,
        on item: String,
        _ survey: Survey
    ) -> ExpectedItemState? {
        var states = items
        if !differs(item, states, survey) { return states[item] ?? ExpectedItemState() }
        for operation in operations {
            Self.carryOut(operation, on: item, &states)
            if !differs(item, states, survey) { return states[item] }
        }
        return nil
    }

    private func differs(
        _ item: String,
        _ states: [String: ExpectedItemState],
        _ survey: Survey
    ) -> Bool {
        var state = states[item] ?? ExpectedItemState()
        state.restart()
        return survey.difference(of: item, from: state) != nil
    }

    private static func carryOut(
        _ operation: WriterCall,
        on item: String,
        _ states: inout [String: ExpectedItemState]
    ) {
        switch operation {
        case .clear: _ = states[item]?.clear()
        case .undo: _ = states[item]?.undo()
        default:
            for write in operation.writes where write.item == item {
                _ = states[item, default: ExpectedItemState()].apply(write)
            }
        }
    }

    private func explain(_ wrong: Set<String>, _ survey: Survey) -> String {
        wrong.sorted().map { item in
            var state = items[item] ?? ExpectedItemState()
            state.restart()
            let ways = (refused + pending.map(\.operation)).filter { $0.items.contains(item) }
            let difference = survey.difference(of: item, from: state) ?? "unchanged"
            return "\(item): \(difference) as acknowledged; on their way: \(ways)"
        }.joined(separator: "; ")
    }
}

extension Effect {
    /// The outcome in the reply to a Save.
    fileprivate var outcome: Outcome {
        switch self {
        case .saved, .restored: .saved
        case .cleared: .cleared
        case .quarantined: .quarantined
        case .notFound: .ignored
        }
    }
}
