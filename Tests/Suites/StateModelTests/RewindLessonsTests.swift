// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@Suite struct `Learning from seeks after a resumption` {
    /// A report of a film, or of `item`, some milliseconds after the resumption.
    struct Report: Sendable {
        var at: Int
        var position: Double
        var cause: Cause? = .tick
        var status = Status.playing
        var player = "mpv"
        var item = "film"
    }

    /// The transcript of a user who seeks back from 100 s to 92 s, three seconds after resuming.
    static let usual = [
        Report(at: 1_000, position: 100.2, cause: .load),
        Report(at: 3_000, position: 102),
        Report(at: 4_000, position: 92, cause: .seek),
        Report(at: 5_000, position: 93),
        Report(at: 11_001, position: 99),
    ]

    /// Returns the usual transcript with one report replaced.
    static func usual(_ index: Int, _ change: (inout Report) -> Void) -> [Report] {
        var reports = usual
        change(&reports[index])
        return reports
    }

    static func usual(before index: Int, _ report: Report) -> [Report] {
        var reports = usual
        reports.insert(report, at: index)
        return reports
    }

    static func point(_ reading: ReadingPlace? = nil) -> ResumePoint {
        ResumePoint(
            item: "film",
            player: "mpv",
            status: .paused,
            position: 100,
            duration: nil,
            title: nil,
            device: "",
            at: 0,
            expiresAt: 1_000,
            revision: 1,
            reading: reading
        )
    }

    /// Returns the lesson of a resumption, in seconds; `nil` if it teaches nothing.
    static func lesson(
        _ reports: [Report],
        at position: Double = 100,
        learned: Double = 0,
        reading: ReadingPlace? = nil
    ) -> Int? {
        var learning = RewindLessons()
        learning.resumes(point(reading), by: "mpv", at: position, learned: learned)
        let lessons = reports.compactMap { report in
            let snapshot = Snapshot(
                item: report.item,
                player: report.player,
                status: report.status,
                position: report.position,
                cause: report.cause
            )
            let item = ExactString(report.item)
            return learning.note(snapshot, of: item, at: Timestamp(report.at))
        }
        #expect(lessons.count <= 1)
        return lessons.first?.seconds
    }

    @Test func `a seek back right after a resumption is the lesson`() {
        #expect(Self.lesson(Self.usual) == 8)
        // The user corrects the first seek.
        let again = Report(at: 6_000, position: 96, cause: .seek)
        #expect(Self.lesson(Self.usual(before: 4, again)) == 4)
        #expect(Self.lesson(Self.usual(2) { $0.status = .paused }) == 8)
        #expect(Self.lesson(Self.usual(before: 2, Report(at: 3_500, position: 5, item: "b"))) == 8)
    }

    @Test func `a lesson adds to the rewind learned before, up to 30 s`() {
        #expect(Self.lesson(Self.usual, learned: 5) == 13)
        #expect(Self.lesson(Self.usual, learned: 29) == 30)
    }

    @Test func `without a seek back, the learned rewind fades by a second`() {
        let content = [Self.usual[0], Self.usual[1], Report(at: 11_001, position: 110)]
        #expect(Self.lesson(content) == 0)
        #expect(Self.lesson(content, learned: 5) == 4)
    }

    @Test func `a resumption that ends within ten seconds teaches nothing`() {
        #expect(Self.lesson(Self.usual(4) { $0.at = 11_000 }) == nil)
        // A seek at the end of the ten seconds counts, and a later one does not.
        #expect(Self.lesson(Self.usual(before: 4, Self.late(11_000))) == 20)
        #expect(Self.lesson(Self.usual(before: 4, Self.late(11_001))) == 8)
    }

    static func late(_ time: Int) -> Report {
        Report(at: time, position: 80, cause: .seek)
    }

    @Test(arguments: [
        // A seek forward, and a seek forward before the one back.
        usual(2) { $0.position = 130 },
        usual(before: 2, Report(at: 3_500, position: 130, cause: .seek)),
        // A seek back that stays after the resumed position.
        usual(2) { $0.position = 101 },
        // A seek by less than a second, and to another scene.
        usual(2) { $0.position = 99.5 },
        usual(2) { $0.position = 69.9 },
        // A jump back that no seek explains, as the jump guard suspects it.
        usual(2) { $0.cause = .tick },
        usual(2) { $0.cause = .load },
        usual(2) { $0.cause = nil },
        usual(before: 2, Report(at: 3_500, position: 10, cause: .load)),
        // Another player reports the item, at the beginning or later.
        usual(0) { $0.player = "tv" },
        usual(before: 2, Report(at: 3_500, position: 102, player: "tv")),
        usual(2) { $0.player = "tv" },
        // A player that is loaded and does not play.
        usual(0) { $0.status = .paused },
        // The end of a pause, and a user who seeks before the first report.
        usual(0) { $0.cause = .tick },
        usual(0) { $0.cause = .seek },
        // A player that began elsewhere.
        usual(0) { $0.position = 0 },
        usual(0) { $0.position = 103.5 },
        // An observation from before the resumption, which arrives late.
        usual(2) { $0.at = 500 },
    ])
    func `an unexpected course teaches nothing`(reports: [Report]) {
        #expect(Self.lesson(reports) == nil)
    }

    @Test func `a seek to the beginning teaches nothing`() {
        let reports = [
            Report(at: 0, position: 20, cause: .load),
            Report(at: 1_000, position: 0, cause: .seek),
            Report(at: 11_000, position: 10),
        ]
        #expect(Self.lesson(reports, at: 20) == nil)
        let later = [reports[0], Report(at: 1_000, position: 0.5, cause: .seek), reports[2]]
        #expect(Self.lesson(later, at: 20) == 20)
    }

    @Test func `an item that is not measured in seconds, or begins at 0, teaches nothing`() {
        let book = ReadingPlace(fraction: nil, locator: "chapter 3")
        #expect(Self.lesson(Self.usual, reading: book) == nil)
        let start = [Report(at: 0, position: 0, cause: .load), Report(at: 11_000, position: 11)]
        #expect(Self.lesson(start, at: 0) == nil)
    }

    @Test func `only 64 resumptions are remembered`() {
        var learning = RewindLessons()
        for number in 0..<64 {
            var point = Self.point()
            point.item = "\(number)"
            learning.resumes(point, by: "mpv", at: 100, learned: 0)
        }
        learning.resumes(Self.point(), by: "mpv", at: 100, learned: 0)
        func lesson(_ item: String) -> RewindLessons.Lesson? {
            for (time, cause) in [(0, Cause.load), (20_000, .tick)] {
                let report = Snapshot(
                    item: item,
                    player: "mpv",
                    status: .playing,
                    position: 100,
                    cause: cause
                )
                let lesson = learning.note(report, of: ExactString(item), at: Timestamp(time))
                if let lesson { return lesson }
            }
            return nil
        }
        #expect(lesson("0") == nil)
        #expect(lesson("film") != nil)
    }
}

@Suite struct `The learned rewind` {
    private func learned(_ lessons: [Int], of player: String = "mpv") -> LearnedRewind {
        LearnedRewind(text: ([player] + lessons.map(String.init)).joined(separator: " "))
    }

    /// Adds a lesson by a resumption without a seek.
    private func add(_ seconds: Int, of player: String, to learned: inout LearnedRewind) {
        var learning = RewindLessons()
        let point = `Learning from seeks after a resumption`.point()
        learning.resumes(point, by: player, at: 100, learned: Double(seconds + 1))
        for (time, cause) in [(0, Cause.load), (20_000, .tick)] {
            let report = Snapshot(
                item: "film",
                player: player,
                status: .playing,
                position: 100,
                cause: cause
            )
            let lesson = learning.note(report, of: ExactString("film"), at: Timestamp(time))
            if let lesson { learned.add(lesson) }
        }
    }

    @Test func `the learned rewind is the median of the last five lessons`() {
        #expect(learned([]).seconds(for: "mpv") == 0)
        #expect(learned([10, 10]).seconds(for: "mpv") == 0)
        #expect(learned([10, 12, 8]).seconds(for: "mpv") == 8)
        #expect(learned([10, 12, 8, 0, 30]).seconds(for: "mpv") == 10)
        var all = learned([10, 12, 8, 0, 30])
        add(5, of: "mpv", to: &all)
        #expect(all.text == "mpv 12 8 0 30 5")
        #expect(all.seconds(for: "mpv") == 8)
    }

    @Test func `all instances of a player share the learned rewind, and other players do not`() {
        var all = learned([9, 9, 9])
        #expect(all.seconds(for: "mpv.2") == 9)
        #expect(all.seconds(for: "vlc") == 0)
        #expect(all.seconds(for: "mpv.net") == 0)
        add(3, of: "vlc.3", to: &all)
        add(2, of: "mpv.2", to: &all)
        #expect(all.text == "vlc 3\nmpv 9 9 9 2")
        add(1, of: "mpv.2.2", to: &all)
        add(1, of: "mpv.2.3", to: &all)
        #expect(all.text == "vlc 3\nmpv 9 9 9 2\nmpv.2 1 1")
        all.forget("mpv.7")
        #expect(all.text == "vlc 3\nmpv.2 1 1")
    }

    @Test func `lessons of 0 alone are not stored, and at most 32 kinds of players are`() {
        var all = learned([1, 0, 0, 0, 0])
        add(0, of: "mpv", to: &all)
        #expect(all.text.isEmpty)
        for number in 0...32 { add(1, of: "p\(number)", to: &all) }
        #expect(all.text.split(separator: "\n").map { $0.split(separator: " ")[0] }.first == "p1")
        #expect(all.text.split(separator: "\n").count == 32)
    }

    @Test func `text that is not valid is ignored`() {
        let text = "\n\nmpv 7 x 99 -3 7 7\nvlc 1 2 3 4 5 6 7\n "
        #expect(LearnedRewind(text: text).seconds(for: "mpv") == 7)
        #expect(LearnedRewind(text: text).seconds(for: "vlc") == 5)
    }

    @Test func `the learned rewind adds to that of the table, up to the start of the item`() {
        let settings = PolicySettings()
        let point = `Learning from seeks after a resumption`.point()
        func position(_ learned: Int, _ age: Int) -> [Double] {
            let found = settings.resumption(of: point, learned: learned, now: Timestamp(age))
            return [found.position, found.learned]
        }
        #expect(position(0, 120_000) == [97, 0])
        #expect(position(5, 0) == [95, 5])
        #expect(position(5, 120_000) == [92, 5])
        var early = point
        early.position = 7
        let start = settings.resumption(of: early, learned: 9, now: 120_000)
        #expect(start.position == 0 && start.learned == 4)
    }

    @Test func `the learned rewind does not make the resumption a suspicious jump back`() {
        var settings = PolicySettings()
        let point = `Learning from seeks after a resumption`.point()
        for (limit, position) in [(20.0, 83.0), (7, 96), (2, 97)] {
            settings.jumpLimitSeconds = limit
            let found = settings.resumption(of: point, learned: 30, now: 120_000)
            #expect(found.position == position)
        }
    }

    @Test func `the learned rewind does not apply to an item that is not measured in seconds`() {
        let book = ReadingPlace(fraction: 0.5, locator: nil)
        let point = `Learning from seeks after a resumption`.point(book)
        let found = PolicySettings().resumption(of: point, learned: 9, now: 0)
        #expect(found.position == 100 && found.learned == 0)
    }
}
