// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateClient
import StateModel
import Testing

@testable import statectl

@Suite struct PointTableTests {
    private let context = TimeContext(now: 1_795_250_400_000, zone: .utc)
    private static let alien = Samples.alien
    private static let radio = Samples.radio

    private func lines(_ points: [ResumePoint], width: Int) -> [String] {
        var table = PointTable(context: context, width: width, style: .plain)
        return table.lines(points)
    }

    @Test func `a point with a length has a bar and a percentage in a table`() {
        #expect(
            lines([Self.alien, Self.radio], width: 100) == [
                "ITEM   PLAYED              POSITION   LENGTH  STATUS   PLAYER  DEVICE  WHEN",
                "Alien  [#####.....]  53 %   1:02:03  1:57:00  paused   mpv     desk    5 min ago",
                "radio                          1:05           playing  vlc     desk    28 h ago",
            ]
        )
    }

    @Test func `on a narrow terminal, columns are left out to keep the names`() {
        var long = Self.alien
        long.title = "A very long title of a film about 日本 🚀 and other places"
        #expect(
            lines([long, Self.radio], width: 80) == [
                "ITEM                            PLAYED              POSITION  STATUS   WHEN",
                "A very long title of a film a…  [#####.....]  53 %   1:02:03  paused   5 min ago",
                "radio                                                   1:05  playing  28 h ago",
            ]
        )
        #expect(
            lines([long, Self.radio], width: 40) == [
                "ITEM              %  POSITION  WHEN",
                "A very long …  53 %   1:02:03  5 min ago",
                "radio                    1:05  28 h ago",
            ]
        )
        for width in [20, 30, 40, 60, 80, 200] {
            for line in lines([long, Self.radio], width: width) {
                #expect(TextWidth.of(line) <= width)
            }
        }
    }

    @Test func `all parts of a long list have the same columns`() {
        var table = PointTable(context: context, width: 100, style: .plain)
        let first = table.lines([Self.alien])
        let second = table.lines([Self.radio])
        #expect(first.count == 2)
        #expect(second.count == 1)
        // The second column begins below the first part's.
        #expect(second[0].hasPrefix("radio      ") && first[1].hasPrefix("Alien  [##"))
    }

    private func point(_ item: String, title: String? = nil) -> ResumePoint {
        var point = Self.radio
        point.item = item
        point.title = title
        return point
    }

    @Test func `points with equal names are shown with longer paths`() {
        var names = ListedNames()
        #expect(
            names.names(of: [
                point("/a/one/01.mkv"), point("/a/two/01.mkv"), point("/b/03.mkv"),
                point("/a/x/pilot.mkv", title: "Pilot"), point("/b/y/first.mkv", title: "Pilot"),
                point("https://a.net/song%20one", title: "Song"),
                point("https://b.net/song%20one", title: "Song"),
            ]) == [
                "one/01.mkv", "two/01.mkv", "03.mkv", "pilot.mkv: Pilot", "first.mkv: Pilot",
                "https://a.net/song%20one: Song", "https://b.net/song%20one: Song",
            ]
        )
        // A later part of the same list.
        #expect(
            names.names(of: [point("/c/03.mkv"), point("/c/04.mkv")]) == ["/c/03.mkv", "04.mkv"]
        )
    }
}
