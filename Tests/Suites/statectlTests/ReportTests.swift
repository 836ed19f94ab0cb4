// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateClient
import StateModel
import Testing

@testable import statectl

@Suite struct ReportTests {
    private let context = TimeContext(now: 1_795_250_400_000, zone: .utc)
    private let alien = Samples.alien
    private let radio = Samples.radio

    @Test func `each field of a resume point is printed`() {
        #expect(
            PointReport(point: alien, context: context).lines(style: .plain) == [
                "Alien",
                "  1:02:03 of 1:57:00 (53 %), paused",
                "  by mpv on desk, 5 min ago (2026-11-21 08:35); expires in 24 h",
                "  /films/alien.mkv",
            ]
        )
        #expect(
            PointReport(point: radio, context: context).lines(style: .plain) == [
                "radio",
                "  1:05, playing",
                "  by vlc on desk, 28 h ago (2026-11-20 04:53); expires in 1 min",
            ]
        )
    }

    @Test(arguments: [
        (0.41, 41, "41%"), (0.29, 29, "29%"), (0.4199, 41, "41.99%"), (0, 0, "0%"),
        (1, 100, "100%"),
    ])
    func `the point of a book is printed with its fraction`(
        fraction: Double,
        percent: Int,
        plain: String
    ) {
        var book = alien
        book.title = "Dune"
        book.player = "kosync"
        (book.position, book.duration) = (0, nil)
        book.reading = ReadingPlace(fraction: fraction, locator: "/body/p[22]")
        let report = PointReport(point: book, context: context)
        #expect(report.sentence == "\(percent) % of Dune, by kosync 5 min ago")
        #expect(report.lines(style: .plain)[1] == "  \(percent) %, paused")
        #expect(report.percentage == percent)
        let snapshot = Snapshot(
            item: "Dune",
            player: "kosync",
            status: .paused,
            position: 0,
            reading: book.reading
        )
        #expect(PointTable.fields(book).split(separator: "\t").first == plain[...])
        let saved = SaveResult(outcome: .saved, reason: nil, revision: 1)
        #expect(SaveReport.line(saved, of: snapshot) == "saved Dune at \(percent) %")
    }

    @Test func `a title is printed in colour`() {
        let lines = PointReport(point: alien, context: context).lines(style: Style(coloured: true))
        #expect(lines.first == "\u{1B}[1mAlien\u{1B}[0m")
    }

    @Test func `points are printed as fields in a pipe`() {
        #expect(
            PointTable.fields(alien)
                == "3723.5\t7020\tpaused\tmpv\tdesk\t2026-11-21T08:35:00Z\t/films/alien.mkv"
        )
        #expect(
            PointTable.fields(radio) == "65\t\tplaying\tvlc\tdesk\t2026-11-20T04:53:20Z\tradio"
        )
    }

    @Test func `a history is printed as a table or as fields`() {
        let entries = [
            HistoryEntry(
                revision: 12,
                point: alien,
                ending: .replaced,
                reason: "a jump of 61 s",
                endedAt: 1_795_250_400_000
            ),
            HistoryEntry(
                revision: 3,
                point: radio,
                ending: .expired,
                reason: nil,
                endedAt: 1_795_200_000_000
            ),
            HistoryEntry(
                revision: 2,
                point: radio,
                ending: .cleared,
                finished: true,
                reason: nil,
                endedAt: 1_795_200_000_000
            ),
        ]
        #expect(
            HistoryEntry.lines(entries, from: context, width: 100, style: .plain) == [
                "REVISION  POSITION  PLAYER  DEVICE  OBSERVED   ENDED     HOW",
                "      12   1:02:03  mpv     desk    5 min ago  just now  replaced: a jump of 61 s",
                "       3      1:05  vlc     desk    28 h ago   14 h ago  expired",
                "       2      1:05  vlc     desk    28 h ago   14 h ago  finished",
            ]
        )
        #expect(
            entries.map(\.line) == [
                "12\t3723.5\tmpv\tdesk\t2026-11-21T08:35:00Z\t2026-11-21T08:40:00Z\treplaced"
                    + "\ta jump of 61 s",
                "3\t65\tvlc\tdesk\t2026-11-20T04:53:20Z\t2026-11-20T18:40:00Z\texpired\t",
                "2\t65\tvlc\tdesk\t2026-11-20T04:53:20Z\t2026-11-20T18:40:00Z\tfinished\t",
            ]
        )
    }

    @Test func `the outcome of a save is printed`() {
        let snapshot = Snapshot(
            item: "/films/alien.mkv",
            player: "mpv",
            status: .paused,
            position: 3723,
            duration: 7020
        )
        func line(_ outcome: Outcome, _ reason: OutcomeReason? = nil) -> String {
            SaveReport.line(SaveResult(outcome: outcome, reason: reason, revision: 1), of: snapshot)
        }
        #expect(line(.saved) == "saved alien.mkv at 1:02:03 of 1:57:00 (53 %)")
        #expect(line(.cleared) == "cleared alien.mkv: it is finished")
        #expect(
            line(.ignored, .stale)
                == "ignored alien.mkv at 1:02:03 of 1:57:00 (53 %): a newer position already exists"
        )
        #expect(
            line(.quarantined, .jump)
                == "quarantined alien.mkv at 1:02:03 of 1:57:00 (53 %): an unexplained jump back; "
                + "if it is intended, add --cause seek"
        )
    }

    @Test func `a time is printed in the user's time zone`() {
        #expect(context.moment(1_795_250_400_000).ago == "just now")
        #expect(context.moment(1_795_250_399_000).ago == "1 s ago")
        #expect(context.moment(1_795_423_200_000).ago == "in 2 days")
        #expect(context.moment(.min).ago == "at some time")
        #expect(context.moment(1_795_250_100_000).timeOrDate == "08:35:00")
        #expect(context.moment(1_795_150_400_000).timeOrDate == "2026-11-20")
        let east = TimeContext(now: 1_795_250_400_000, zone: LocalZone { _ in 20_000 })
        #expect(east.moment(1_795_250_400_000).dateAndTime == "2026-11-21 14:13")
    }
}
