// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateTesting
import Testing

@testable import statectl

/// The names that a list prints, typed again.
@Suite struct ListedItemsTests {
    private func point(_ item: String, _ title: String? = nil) -> ResumePoint {
        var point = Samples.alien
        point.item = item
        point.title = title
        return point
    }

    private var listed: ListedItems {
        ListedItems(
            live: [
                point("/films/Alien (1979).mkv"), point("/serie/S01E02.mkv"),
                point("/other/S01E02.mkv"), point("/serie/S01E03.mkv", "The Third"),
                point("/a/x.mkv", "Twins"), point("/b/x.mkv", "Twins"),
                point("https://pod.example/a%20show.mp3"), point("episode 1"),
                point("/old/The Third"), point("/c/Solo", "Café"), point("/d/tab\there.mkv"),
            ],
            removed: [
                point("/gone/S01E03.mkv"), point("/gone/Once.mkv"), point("/e/Alien (1979).mkv"),
            ]
        )
    }

    @Test(arguments: [
        ("Alien (1979).mkv", "/films/Alien (1979).mkv"),
        ("films/Alien (1979).mkv", "/films/Alien (1979).mkv"),
        ("other/S01E02.mkv", "/other/S01E02.mkv"), ("serie/S01E02.mkv", "/serie/S01E02.mkv"),
        ("S01E03.mkv", "/serie/S01E03.mkv"), ("S01E03.mkv: The Third", "/serie/S01E03.mkv"),
        ("a/x.mkv: Twins", "/a/x.mkv"), ("/b/x.mkv: Twins", "/b/x.mkv"), ("b/x.mkv", "/b/x.mkv"),
        ("a show.mp3", "https://pod.example/a%20show.mp3"), ("episode 1", "episode 1"),
        ("old/The Third", "/old/The Third"), ("Cafe\u{301}", "/c/Solo"), ("Solo", "/c/Solo"),
        ("Once.mkv", "/gone/Once.mkv"), ("tab\there.mkv", "/d/tab\there.mkv"),
        ("tab\\u{9}here.mkv", "/d/tab\there.mkv"),
        ("lien (1979).mkv", nil), ("Alien", nil), ("S01E02", nil), ("x.mkv: Alien", nil),
        ("alien (1979).mkv", nil), ("", nil), ("/", nil), ("ms/Alien (1979).mkv", nil),
    ])
    func `a name that list prints can be used for its item`(word: String, item: String?) throws {
        #expect(try listed.item(named: word) == item)
    }

    @Test(arguments: [
        ("S01E02.mkv", ["/serie/S01E02.mkv", "/other/S01E02.mkv"]),
        ("Twins", ["/a/x.mkv", "/b/x.mkv"]), ("x.mkv", ["/a/x.mkv", "/b/x.mkv"]),
        ("The Third", ["/serie/S01E03.mkv", "/old/The Third"]),
    ])
    func `a name that fits several items is refused, and the error lists them`(
        word: String,
        items: [String]
    ) throws {
        let failure = #expect(throws: Failure.self) { try listed.item(named: word) }
        #expect(failure?.status == .badValue)
        #expect(failure?.message.contains(items.joined(separator: ", ")) == true)
    }

    @Test func `undo refuses a name that fits both a removed and an existing item`() throws {
        #expect(try listed.item(named: "Alien (1979).mkv") == "/films/Alien (1979).mkv")
        #expect(throws: Failure.self) {
            try listed.item(named: "Alien (1979).mkv", acrossRemoved: true)
        }
        #expect(try listed.item(named: "Once.mkv", acrossRemoved: true) == "/gone/Once.mkv")
    }

    @Test func `the error for an ambiguous name lists the first four items that fit`() {
        let many = ListedItems(live: (1...9).map { point("/\($0)/x") })
        let failure = #expect(throws: Failure.self) { try many.item(named: "x") }
        #expect(failure?.message.contains("/1/x, /2/x, /3/x, /4/x and 5 more") == true)
    }

    @Test(arguments: [
        ("Alien (1978).mkv", "Alien (1979).mkv"), ("alien", "Alien (1979).mkv"),
        ("S01E20.mkv", "S01E02.mkv"), ("other/S01E20.mkv", "/other/S01E02.mkv"),
        ("the thrid", "The Third"), ("Onec.mkv", "Once.mkv"), ("zebra", nil), ("x", nil),
    ])
    func `the error for a misspelt name suggests a similar name if there is one`(
        word: String,
        near: String?
    ) {
        #expect(listed.offer(for: word) == (near.map { "did you mean “\($0)”? " } ?? ""))
    }
}
