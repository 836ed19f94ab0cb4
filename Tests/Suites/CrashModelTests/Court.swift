// SPDX-License-Identifier: Apache-2.0
import CrashModel
import ModelTesting
import StateModel
import Testing

/// A harness for a checker with one writer and one subscriber.
struct Court {
    /// The name of the writer.
    static let writer = "writer-1"
    private var checker = Checker(
        writers: [Court.writer],
        listeners: [ListenerBook(name: "ear", habit: .faithful)]
    )
    /// The current time, in milliseconds since 1970.
    var now = 1_000_000
    private var sent: [Int: Write] = [:]

    /// Returns the name of an item of the writer.
    static func name(_ number: Int, _ kind: ItemKind = .plain) -> String {
        ItemName.of(writer, kind, set: 0, number: number)
    }

    // MARK: The writer

    /// Records that a Save is sent.
    mutating func sends(
        _ serial: Int,
        of item: String = Court.name(0),
        at second: Int = 10,
        _ style: Write.Style = .pause,
        ttl: Int? = nil
    ) {
        let position = Write.position(second, serial: serial)
        let write = Write(serial: serial, item: item, position: position, style: style, ttl: ttl)
        sent[serial] = write
        let operation: WriterCall = style == .tick ? .tick(write) : .save(write)
        checker.sent(operation, by: Self.writer, now: now)
    }

    /// Records that a Clear is sent.
    mutating func clears(_ item: String = Court.name(0)) {
        checker.sent(.clear(item), by: Self.writer, now: now)
    }

    /// Answers the oldest call with a result.
    mutating func isAnswered(_ outcome: Outcome = .saved, revision: Revision) throws {
        let result = SaveResult(outcome: outcome, reason: nil, revision: revision)
        try isAnswered(.results([result]))
    }

    /// Answers the oldest call.
    mutating func isAnswered(_ answer: Answer) throws {
        try checker.answered(answer, to: Self.writer, now: now)
    }

    // MARK: Surveys

    /// Checks a survey that finds the items at the given observations.
    mutating func finds(
        _ found: [String: Int],
        histories: [String: Survey.History] = [:],
        crashed: Bool = true,
        status: Status = .paused
    ) throws {
        var survey = Survey(began: now)
        for (item, serial) in found {
            guard let write = sent[serial] else { continue }
            var place = write.place
            place.status = status
            let ttl = (write.ttl ?? 86_400) * 1_000
            survey.points[item] = Survey.Point(place: place, at: now, expiresAt: now + ttl)
        }
        survey.histories = histories
        try checker.surveyed(survey, crashed: crashed)
    }

    // MARK: The subscriber

    /// Returns a change of an item that was set at an observation, or removed from there.
    func change(_ kind: ChangeKind, _ serial: Int, revision: Revision) -> Change {
        guard let write = sent[serial] else { return Change(kind: kind, revision: revision) }
        let point = ResumePoint(
            item: write.item,
            player: Self.writer,
            status: write.place.status,
            position: write.position,
            duration: nil,
            title: String(serial),
            device: "here",
            at: Timestamp(now),
            expiresAt: Timestamp(now),
            revision: revision
        )
        return Change(
            kind: kind,
            revision: revision,
            item: write.item,
            player: Self.writer,
            point: point
        )
    }

    /// Records that the subscriber subscribes.
    mutating func subscribes() {
        checker.subscribes("ear")
    }

    /// Delivers a reply to the subscriber.
    mutating func delivers(_ changes: Change..., ready: Bool = true, skipped: Int = 0) throws {
        try checker.delivered(
            "ear",
            changes,
            ready: ready,
            skipped: skipped,
            token: "token",
            now: now
        )
    }

    /// Starts counting the changes that the subscriber receives.
    mutating func beginsTally() {
        checker.beginTally()
    }

    /// Ends a complete tally.
    mutating func endsTally() throws {
        try checker.endTally(isComplete: true)
    }

    /// Compares the subscriber's knowledge with the given state.
    func compares(_ found: [String: Int]) throws {
        var survey = Survey(began: now)
        for (item, serial) in found {
            guard let place = sent[serial]?.place else { continue }
            survey.points[item] = Survey.Point(place: place, at: now, expiresAt: now)
        }
        try checker.compare("ear", with: survey, kinds: [.plain])
    }
}
