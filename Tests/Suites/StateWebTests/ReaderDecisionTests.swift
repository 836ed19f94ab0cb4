// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing
import Varlink

@testable import StateWeb

@Suite struct `E-readers` {
    @Test(
        arguments: [
            ("healthcheck", .health), ("kosync/healthcheck", .health),
            ("users/create", .registration), ("kosync/users/auth", .signIn),
            ("syncs/progress", .upload), ("proxy/kosync/syncs/progress", .upload),
            ("syncs/progress/0a1b", .progress(document: "0a1b")),
            ("kosync/syncs/progress/a%20b", .progress(document: "a b")), ("health", nil),
            ("users", nil), ("users/auth/x", nil), ("syncs/progress/a/b", nil),
            ("proxy/users/auth", nil),
            ("kosync", nil), ("", nil),
        ] as [(String, ReaderRoute?)]
    )
    func `the requests of e-readers are recognised by their paths`(
        path: String,
        route: ReaderRoute?
    ) {
        #expect(ReaderRoute.of(path.split(separator: "/").map(String.init)) == route)
    }

    /// Bodies, each with the fraction, locator and device number, or the code of the refusal.
    private static let bodies: [(String, String?, Int?)] = [
        (
            #""document":"d","percentage":0.41,"progress":"/body/p[2]","device":"K""#,
            "0.41 /body/p[2] -", nil
        ),
        (
            #""document":"d","percentage":"0.5","progress":41,"device":"K","device_id":"9""#,
            "0.5 41 9", nil
        ),
        (#""document":"d","percentage":1,"progress":"","device":"K","device_id":9"#, "1.0  9", nil),
        (#""document":"d","percentage":0,"progress":"x","device":"""#, "0.0 x -", nil),
        (#""percentage":0.41,"progress":"x","device":"K""#, nil, 2004),
        (#""document":"","percentage":0.41,"progress":"x","device":"K""#, nil, 2004),
        (#""document":"a:b","percentage":0.41,"progress":"x","device":"K""#, nil, 2004),
        (#""document":7,"percentage":0.41,"progress":"x","device":"K""#, nil, 2004),
        (#""document":"d","progress":"x","device":"K""#, nil, 2003),
        (#""document":"d","percentage":1.01,"progress":"x","device":"K""#, nil, 2003),
        (#""document":"d","percentage":"nan","progress":"x","device":"K""#, nil, 2003),
        (#""document":"d","percentage":null,"progress":"x","device":"K""#, nil, 2003),
        (#""document":"d","percentage":0.4,"progress":[],"device":"K""#, nil, 2003),
        (#""document":"d","percentage":0.4,"progress":"x""#, nil, 2003),
    ]

    @Test(arguments: bodies.indices)
    func `a valid place from an e-reader is parsed; any other is refused with its code`(
        index: Int
    ) throws {
        let (text, words, code) = Self.bodies[index]
        let json = try #require(JSONValue.parse(Array("{\(text)}".utf8)))
        do {
            let push = try ReaderPush(json: json, by: "phone~1")
            #expect("\(push.fraction) \(push.locator) \(push.device.id ?? "-")" == words)
            let former = ReaderDecisionSamples.point(ReadingPlace(fraction: 0.2, locator: "/p[2]"))
            let row = ReaderRow(push, at: 5, behind: .init(at: 3, fraction: 0.1), displaced: former)
            #expect(ReaderRow(json: row.json(of: "d"), at: 5) == row)
        } catch {
            #expect(error.code == code)
        }
    }

    @Test func `an e-reader is identified by its password, name and ID together`() {
        let keys = [
            ReaderDecisionSamples.phone,
            ReadingDevice(name: "KOReader", id: "A1", client: "tablet~1"),
            ReadingDevice(name: "KOReader", id: "A2", client: "phone~1"),
            ReadingDevice(name: "KOReader", id: nil, client: "phone~1"),
            ReadingDevice(name: "KOReaderA1", id: "", client: "phone~1"),
        ].map { $0.key(in: "d") }
        #expect(Set(keys).count == keys.count)
        #expect(keys.allSatisfy { $0.hasPrefix("d/") && $0.utf8.count == 26 })
    }

    /// The time, locator and revision of the current point on a device that received the row, and
    /// whether it is the point that the row displaced, which means that the place was not saved.
    @Test(arguments: [
        (0, "/body/p[9]", 7, true), (900, "/body/p[9]", 1, true), (0, "/body/p[8]", 1, false),
        (60_000, "/body/p[9]", 1, false),
    ])
    func `all devices judge a place the same way, even after a place that could not be saved`(
        delay: Int,
        locator: String,
        revision: Int,
        isSame: Bool
    ) throws {
        let place = ReadingPlace(fraction: 0.9, locator: "/body/p[9]")
        let former = ReaderDecisionSamples.point(place)
        let first = ReaderDecisionSamples.push(0.4, "/body/p[4]")
        let body = ReaderRow(first, at: 1_000, behind: nil, displaced: former).json(of: "d")
        var shelf = ReaderShelf()
        shelf.rows = [try #require(ReaderRow(json: body, at: 1_000))]
        var point = ReaderDecisionSamples.point(
            ReadingPlace(fraction: 0.9, locator: locator),
            revision: revision
        )
        point.at += delay
        shelf.point = point
        let next = ReaderDecisionSamples.push(0.5, "/body/p[5]")
        #expect((shelf.behind(next, now: 2_000) == nil) == isSame)
    }

    @Test(arguments: [Int.min, .max])
    func `a place is judged even if another program appended a row with an odd time`(
        time: Int
    ) throws {
        let push = ReaderDecisionSamples.push(0.5, "/body/p[5]")
        let behind = ReaderRow.Behind(at: Timestamp(time), fraction: 0.4)
        let body = ReaderRow(push, at: 1_000, behind: behind).json(of: "d")
        let row = try #require(ReaderRow(json: body, at: 1_000))
        var shelf = ReaderShelf()
        let place = ReadingPlace(fraction: 0.9, locator: "/body/p[9]")
        shelf.point = ReaderDecisionSamples.point(place)
        shelf.rows = [row]
        // A device that fell behind long ago is believed; one that falls behind in the future is not.
        #expect((shelf.behind(push, now: 2_000) == nil) == (time < 0))
    }

    @Test func `an e-reader receives a place only in a form that an e-reader sent`() {
        var shelf = ReaderShelf()
        #expect(shelf.reply(of: "d") == .object([]))
        shelf.point = ReaderDecisionSamples.point(ReadingPlace(fraction: 0.41))
        #expect(shelf.reply(of: "d") == .object([]))
        let place = ReadingPlace(fraction: 0.41, locator: "/body/p[2]")
        shelf.point = ReaderDecisionSamples.point(place)
        // A place that was restored belongs to no reader, so that each takes it.
        #expect(shelf.reply(of: "d")["device"]?.string == "desk")
        #expect(shelf.reply(of: "d")["device_id"] == nil)
        shelf.rows = [ReaderRow(ReaderDecisionSamples.push(0.41, "/body/p[2]"), at: 5, behind: nil)]
        let reply = shelf.reply(of: "d")
        #expect(reply["device"]?.string == "KOReader" && reply["device_id"]?.string == "A1")
        #expect(reply["percentage"]?.numericValue == 0.41)
        #expect(reply["progress"]?.string == "/body/p[2]")
        #expect(reply["timestamp"]?.integer == 1_700_000_000)
    }
}

/// A push and a point for tests.
enum ReaderDecisionSamples {
    static let phone = ReadingDevice(name: "KOReader", id: "A1", client: "phone~1")

    static func push(
        _ fraction: Double,
        _ locator: String,
        by device: ReadingDevice = phone
    ) -> ReaderPush {
        ReaderPush(document: "d", fraction: fraction, locator: locator, device: device)
    }

    static func point(_ place: ReadingPlace?, revision: Int = 1) -> ResumePoint {
        ResumePoint(
            item: "kosync:d",
            player: "kosync",
            status: .paused,
            position: 0,
            duration: nil,
            title: nil,
            device: "desk",
            at: 1_700_000_000_999,
            expiresAt: 1_800_000_000_000,
            revision: Revision(revision),
            reading: place
        )
    }
}
