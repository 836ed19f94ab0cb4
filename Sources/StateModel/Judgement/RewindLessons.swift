// SPDX-License-Identifier: Apache-2.0

/// The resumptions whose first seconds show how much further back their users want to begin.
package struct RewindLessons: Sendable {
    /// The result of one resumption.
    package struct Lesson: Sendable, Equatable {
        package let player: String
        /// The rewind beyond that of the table with which the user was content, in seconds.
        package let seconds: Int
    }

    private struct Resumption {
        let player: String
        /// The position at which playback was to resume, in seconds.
        let position: Double
        /// The learned part of the rewind, in seconds.
        let learned: Double
        /// The time at which playback began; `nil` before.
        var begunAt: Timestamp?
        /// The last reported position, in seconds.
        var last = 0.0
        /// The distance by which the user sought back, in seconds; 0 if there was no seek.
        var back = 0.0

        /// Playback that satisfied the user makes the learned rewind fade.
        var lesson: Lesson {
            let seconds = back > 0 ? learned + back : learned - 1
            let most = Double(LearnedRewind.seconds.upperBound)
            return Lesson(player: player, seconds: Int(max(0, min(seconds, most)).rounded()))
        }
    }

    /// The time after the beginning of playback in which seeks teach, in milliseconds.
    private static let windowMilliseconds = 10_000
    /// The maximum number of resumptions that are remembered.
    private static let capacity = 64

    private var resumptions: [ExactString: Resumption] = [:]

    package init() {}

    /// Records the position at which a player is to resume from a point, and the learned part of
    /// its rewind, in seconds.
    package mutating func resumes(
        _ point: ResumePoint,
        by player: String,
        at position: Double,
        learned: Double
    ) {
        guard point.reading == nil, position > 0 else { return }
        if resumptions.count >= Self.capacity { resumptions = [:] }
        resumptions[ExactString(point.item)] = Resumption(
            player: player,
            position: position,
            learned: learned
        )
    }

    /// Considers a report on an item, which was observed at `time`.
    ///
    /// - Returns: The lesson of the resumption; `nil` if it is not complete, or teaches nothing.
    package mutating func note(
        _ report: Snapshot,
        of item: ExactString,
        at time: Timestamp
    ) -> Lesson? {
        // A resumption that takes an unexpected course is not put back, and teaches nothing.
        guard !resumptions.isEmpty, var resumption = resumptions.removeValue(forKey: item),
            report.player == resumption.player
        else { return nil }
        if let begunAt = resumption.begunAt {
            guard time >= begunAt else { return nil }
            if time - begunAt > Self.windowMilliseconds { return resumption.lesson }
            if report.cause == .seek {
                resumption.back = resumption.position - report.position
                // A seek to the beginning, to another scene or forward has another reason.
                let isMeant = LearnedRewind.taught.contains(resumption.back)
                guard isMeant, report.position > 0 else { return nil }
            } else if report.position < resumption.last - LearnedRewind.tolerance {
                return nil
            }
        } else {
            let distance = abs(report.position - resumption.position)
            guard report.cause == .load, report.status == .playing,
                distance <= LearnedRewind.tolerance
            else { return nil }
            resumption.begunAt = time
        }
        resumption.last = report.position
        resumptions[item] = resumption
        return nil
    }
}

/// The rewinds that the users of each kind of player add to that of the table.
package struct LearnedRewind: Sendable, Equatable {
    private struct Kind: Sendable, Equatable {
        let name: String
        /// The seconds of the last lessons, the newest last.
        var lessons: [Int]
    }

    /// The allowed rewinds, in seconds.
    static let seconds = 0...30
    /// The distances of seeks back that teach, in seconds.
    static let taught = 1.0...30
    /// The maximum difference between a position and the expected one, in seconds.
    static let tolerance = 3.0
    /// The number of lessons from which the median is taken; lessons yet to come count as 0.
    private static let memory = 5
    /// The maximum number of kinds; the one whose last lesson is the oldest makes room.
    private static let capacity = 32

    private var kinds: [Kind] = []

    /// Parses the stored text; ignores what is not valid.
    package init(text: String) {
        for line in text.split(separator: "\n").suffix(Self.capacity) {
            let words = line.split(separator: " ")
            guard let name = words.first else { continue }
            let lessons = words.dropFirst().compactMap { Int($0) }.filter(Self.seconds.contains)
            kinds.append(Kind(name: String(name), lessons: lessons.suffix(Self.memory)))
        }
    }

    /// The text to store, with one line for each kind.
    package var text: String {
        kinds.map { kind in ([kind.name] + kind.lessons.map(String.init)).joined(separator: " ") }
            .joined(separator: "\n")
    }

    /// Returns the learned rewind of a player, in seconds: the median of the last five lessons.
    package func seconds(for player: String) -> Int {
        let name = Self.kind(of: player)
        let lessons = kinds.first { $0.name == name }?.lessons ?? []
        let none = [Int](repeating: 0, count: Self.memory - lessons.count)
        return (none + lessons).sorted()[Self.memory / 2]
    }

    package mutating func add(_ lesson: RewindLessons.Lesson) {
        let name = Self.kind(of: lesson.player)
        let known = kinds.first { $0.name == name }?.lessons ?? []
        let lessons = Array((known + [lesson.seconds]).suffix(Self.memory))
        kinds.removeAll { $0.name == name }
        if lessons.contains(where: { $0 > 0 }) { kinds.append(Kind(name: name, lessons: lessons)) }
        kinds = kinds.suffix(Self.capacity)
    }

    /// Forgets the lessons of a player's kind.
    package mutating func forget(_ player: String) {
        let name = Self.kind(of: player)
        kinds.removeAll { $0.name == name }
    }

    /// Returns the name of a player without the number that tells several instances apart: `mpv`
    /// for `mpv.2`.
    private static func kind(of player: String) -> String {
        guard let dot = player.lastIndex(of: "."), dot > player.startIndex,
            Int(player[player.index(after: dot)...]) != nil
        else { return player }
        return String(player[..<dot])
    }
}

extension PolicySettings {
    /// Returns the position at which to resume, and the part of the learned rewind that was
    /// applied; all are in seconds.
    package func resumption(
        of point: ResumePoint,
        learned: Int,
        now: Timestamp
    ) -> (position: Double, learned: Double) {
        let place = rewind.position(point.position, observedAt: point.at, now: now)
        guard point.reading == nil else { return (place, 0) }
        // A jump back beyond the limit would be quarantined.
        let first = point.position - jumpLimitSeconds + LearnedRewind.tolerance
        let part = max(0, min(Double(learned), place, place - first))
        return (place - part, part)
    }
}
