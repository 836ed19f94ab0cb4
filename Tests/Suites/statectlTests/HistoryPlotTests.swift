// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateClient
import StateModel
import StateTesting
import Testing
import Varlink

@testable import statectl

@Suite struct HistoryPlotTests {
    /// 2026-11-21 08:40:00 UTC.
    private static let now: Timestamp = 1_795_250_400_000
    private let context = TimeContext(now: now, zone: .utc)

    private func point(
        _ minute: Int,
        _ position: Double,
        _ player: String = "mpv",
        on device: String = "desk"
    ) -> ResumePoint {
        ResumePoint(
            item: "film",
            player: player,
            status: .paused,
            position: position,
            duration: 6000,
            title: nil,
            device: device,
            at: Self.now + minute * 60_000,
            expiresAt: .max,
            revision: Revision(minute + 1000)
        )
    }

    private func entry(
        _ point: ResumePoint,
        _ ending: Ending = .replaced,
        aside: Bool? = nil
    ) -> HistoryEntry {
        HistoryEntry(
            revision: point.revision,
            point: point,
            ending: ending,
            aside: aside,
            reason: nil,
            endedAt: point.at
        )
    }

    @Test func `the timeline of an item distinguishes playback, jumps and undos`() {
        let timeline = Timeline(
            [
                entry(point(50, 1200)), entry(point(45, 30), .quarantined, aside: true),
                entry(point(42, 40), .expired, aside: true),
                entry(point(40, 3000), .cleared), entry(point(20, 1500)), entry(point(10, 600)),
            ],
            current: point(60, 3000)
        )
        #expect(
            timeline.values.map(\.step)
                == [.start, .played(600_000), .played(1_200_000), .aside, .aside, .back, .restored]
        )
        #expect(
            timeline.runs.map { $0.time.upperBound - $0.time.lowerBound } == [
                600_000, 600_000, 1_200_000,
            ]
        )
        let ahead = Timeline([entry(point(0, 3000)), entry(point(1, 5900))], current: nil)
        #expect(ahead.values.map(\.step) == [.start, .ahead])
        #expect(ahead.runs.isEmpty)
        let undone = Timeline([entry(point(0, 3000), .cleared)], current: point(9, 3000))
        #expect(undone.values.map(\.step) == [.start, .restored])
        #expect(Timeline([], current: nil).values.isEmpty)
    }

    @Test func `a plot of the history shows players, devices, jumps and pauses`() throws {
        let timeline = Timeline(
            [
                entry(point(-2860, 600)), entry(point(-2850, 1200)),
                entry(point(-20, 3000, "vlc", on: "laptop")), entry(point(-10, 600)),
            ],
            current: point(0, 1200)
        )
        let plot = try #require(HistoryPlot(timeline, context: context))
        let lines = plot.lines(width: 60, style: .plain)
        for line in lines { #expect(TextWidth.of(line) <= 60) }
        #expect(lines[0].hasPrefix("1:40:00 │"))
        #expect(lines[11].hasPrefix("   0:00 │"))
        #expect(lines[12].hasPrefix("        └─"))
        #expect(lines[12].contains("╎"))
        #expect(lines[13].filter { $0 != " " } == "u")
        #expect(lines[14].hasSuffix("08:40"))
        #expect(lines[14].contains("2026-11-19 09:00"))
        #expect(lines.contains("A mpv on desk   B vlc on laptop"))
        #expect(lines.last?.contains("╎ a longer break") == true)
        let letters = lines[..<12].joined().filter { "AB".contains($0) }
        #expect(letters.count == 5)
        #expect(letters.filter { $0 == "B" }.count == 1)
        #expect(
            lines[..<12].joined().unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
        )
        let small = plot.lines(width: 40, style: .plain)
        #expect(small.count < lines.count)
        for line in small { #expect(TextWidth.of(line) <= 40) }
        #expect(plot.lines(width: 60, style: Style(coloured: true)).joined().contains("\u{1B}[36m"))
    }

    /// The current place: seconds, a fraction and a locator; and the values of the timeline.
    @Test(
        arguments: [
            (0, 0.6, "/p[6]", [0.2, 0.5, 0.6]), (0, nil, "/p[6]", [0.2, 0.5]),
            (900, nil, nil, [300, 900]),
        ] as [(Double, Double?, String?, [Double])]
    )
    func `a timeline has only values of the current point's kind: fractions or seconds`(
        position: Double,
        fraction: Double?,
        locator: String?,
        values: [Double]
    ) {
        func read(_ minute: Int, _ fraction: Double?, _ locator: String? = nil) -> ResumePoint {
            var read = point(minute, 0)
            read.reading = ReadingPlace(fraction: fraction, locator: locator)
            return read
        }
        var current = read(9, fraction, locator)
        current.position = position
        let timeline = Timeline(
            [
                entry(point(1, 300)), entry(read(2, 0.2)), entry(read(3, nil, "/p[1]")),
                entry(read(4, 0.5)),
            ],
            current: current
        )
        #expect(timeline.values.map { $0.point.onlyFraction ?? $0.point.position } == values)
        #expect(!timeline.values.contains { $0.step == .back })
    }

    @Test func `a history of one value has no plot`() {
        #expect(HistoryPlot(Timeline([], current: point(0, 5)), context: context) == nil)
        #expect(HistoryPlot(Timeline([], current: nil), context: context) == nil)
    }

    @Test func `on a terminal the plot is above the table; in a pipe there are only fields`()
        async throws
    {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        let now = TimeContext.current.now
        for (minute, position) in [(-40, 600.0), (-30, 1200), (-10, 3000), (-5, 500)] {
            try client.save(
                "film",
                position,
                ["duration": 6000.0, "at": .int(now.rawValue + minute * 60_000), "cause": "seek"]
            )
        }
        let shown = try await daemon.shown("history film")
        #expect(shown.contains("1:40:00 │"))
        #expect(shown.contains("A mpv on "))
        #expect(shown.contains("jumped back"))
        #expect(shown.contains("\nREVISION  POSITION  PLAYER"))
        let plain = try await daemon.shown("history film --plain")
        #expect(plain.hasPrefix("REVISION"))
        #expect(try await daemon.said("history film").split(separator: "\n").count == 3)
        for columns: UInt16 in [40, 80] {
            let lines = try await daemon.shown("history film", columns: columns)
                .split(separator: "\n")
            #expect(lines.allSatisfy { TextWidth.of($0) <= columns })
        }
    }
}
