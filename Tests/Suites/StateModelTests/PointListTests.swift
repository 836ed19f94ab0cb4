// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import Testing

@testable import StateModel

@Suite struct `A list of resume points` {
    private func point(
        _ item: String,
        _ position: Double = 60,
        of duration: Double? = nil,
        title: String? = nil,
        at: Timestamp = 1,
        until end: Timestamp = 9
    ) -> ResumePoint {
        ResumePoint(
            item: item,
            player: "mpv",
            status: .paused,
            position: position,
            duration: duration,
            title: title,
            device: "desk",
            at: at,
            expiresAt: end,
            revision: 1
        )
    }

    /// Returns the items in an order, selected from all ways to add them.
    private func items(
        _ points: [ResumePoint],
        by order: PointOrder,
        limit: Int = .max,
        after start: PointPlace? = nil
    ) -> [String] {
        var selection = PointSelection<String>(order: order, limit: limit, after: start)
        for (number, point) in points.enumerated() {
            selection.add(point.item, point, number: number)
        }
        return selection.points.map(\.point)
    }

    @Test(
        arguments: [
            (.time, ["c", "b", "a"]), (.name, ["a", "b", "c"]), (.position, ["b", "c", "a"]),
            (.progress, ["c", "a", "b"]), (.left, ["c", "a", "b"]), (.duration, ["a", "c", "b"]),
            (.expiry, ["b", "c", "a"]),
        ] as [(PointOrder, [String])]
    )
    func `a limited list has the first points of its order`(
        order: PointOrder,
        names: [String]
    ) {
        let all = [
            point("a", 10, of: 100, at: 1, until: 9), point("b", 50, at: 2, until: 7),
            point("c", 45, of: 50, at: 3, until: 8),
        ]
        for limit in 1...4 {
            #expect(items(all, by: order, limit: limit) == Array(names.prefix(limit)))
            #expect(items(all.reversed(), by: order, limit: limit) == Array(names.prefix(limit)))
        }
    }

    @Test func `a list by name follows the way people sort names`() {
        let names = [
            "", "Amélie", "Alien 2", "alien 10", "ALIEN 3: A", "alien 02", "Éclair", "Zoo", "10",
            "9",
            "Œuvre", "Straße", "Strasse 1", "Ωmega",
        ]
        let points = names.enumerated().map {
            point("/x/item \($0)", title: $1, at: Timestamp($0))
        }
        let ordered = items(points, by: .name).map { names[Int($0.dropFirst(8)) ?? 0] }
        #expect(
            ordered == [
                "9", "10", "alien 02", "Alien 2", "ALIEN 3: A", "alien 10", "Amélie", "Éclair", "",
                "Œuvre", "Straße", "Strasse 1", "Zoo", "Ωmega",
            ]
        )
        let untitled = [
            point("/b/two.mkv"), point("https://a.net/b/%C3%A9t%C3%A9"), point("three"),
        ]
        #expect(items(untitled, by: .name) == [untitled[1], untitled[2], untitled[0]].map(\.item))
    }

    @Test func `names are in the order of their bytes, and equal names newest first`() {
        var names = ["", "fifteen letters", "sixteen letters.", "Sixtéen letters.:"]
        for _ in 0..<3 { names += names.flatMap { name in ["", "a", "é", "千"].map { name + $0 } } }
        let points = names.enumerated().map { number, name in
            point("/x/\(number)", title: "+" + name, at: Timestamp(number))
        }
        var text = SearchText()
        let newestFirst = points.reversed().map { (key: text.folded($0.title ?? ""), $0.item) }
        let expected = newestFirst.enumerated().sorted { one, other in
            one.element.key == other.element.key
                ? one.offset < other.offset
                : one.element.key.lexicographicallyPrecedes(other.element.key)
        }
        #expect(items(points, by: .name) == expected.map(\.element.1))
    }

    @Test func `numbers of up to 40 digits in names are ordered by value`() {
        let numbers = (1...40).flatMap { length in
            ["1", "2", "9"].map { String(repeating: $0, count: length) }
        }
        let points = numbers.map { point("/\($0) a") }
        #expect(items(points.reversed(), by: .name) == points.map(\.item))
        #expect(items([point("/x"), point("/" + numbers[119] + "9")], by: .name).last == "/x")
    }

    @Test func `equal points are listed newest observation first, and then by number`() {
        let points = [point("a", at: 1), point("b", at: 3), point("c", at: 3), point("d", at: 2)]
        for order in PointOrder.allCases where order != .name {
            #expect(items(points, by: order) == ["b", "c", "d", "a"])
            let start = PointPlace(
                key: order == .time ? .number(-3) : firstKey(points, order),
                at: 3,
                number: 1
            )
            #expect(items(points, by: order, after: start) == ["c", "d", "a"])
        }
    }

    private func firstKey(_ points: [ResumePoint], _ order: PointOrder) -> PointOrder.Key {
        var selection = PointSelection<String>(order: order, limit: 1)
        for point in points { selection.add(point.item, point, number: 0) }
        return selection.points[0].place.key
    }

    @Test func `a list has exactly the points that meet all its conditions`() {
        let alien = point("/films/alien.mkv", title: "Aliën", at: 2)
        var radio = point("https://radio.net/a%20b", at: 1)
        (radio.player, radio.status, radio.device) = ("vlc", .playing, "laptop")
        func found(_ filter: PointFilter) -> [String] {
            var filter = filter
            return [alien, radio].filter { filter.admits($0) }.map { String($0.item.suffix(5)) }
        }
        let (first, second) = ("n.mkv", "a%20b")
        #expect(found(PointFilter()) == [first, second])
        #expect(found(PointFilter(player: "vlc")) == [second])
        #expect(found(PointFilter(device: "laptop")) == [second])
        #expect(found(PointFilter(status: .playing)) == [second])
        #expect(found(PointFilter(times: 2..<3)) == [first])
        #expect(found(PointFilter(times: 1..<2)) == [second])
        #expect(found(PointFilter(search: "ALIEN")) == [first])
        #expect(found(PointFilter(search: "films/")) == [first])
        #expect(found(PointFilter(search: " b radio A ")) == [second])
        #expect(found(PointFilter(search: "alien mkv")) == [first])
        #expect(found(PointFilter(search: "alien radio")) == [])
        #expect(found(PointFilter(search: "20b")) == [second])
        #expect(found(PointFilter(device: "desk", search: "radio")) == [])
    }
}
