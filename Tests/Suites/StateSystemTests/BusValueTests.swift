// SPDX-License-Identifier: Apache-2.0
import StateSystem
import Testing

@Suite struct BusValueTests {
    @Test func `a value knows its type`() {
        let metadata = BusValue.properties(["xesam:artist": .strings(["one"])])
        #expect(metadata.signature == "a{sv}")
        #expect(BusValue.strings([]).signature == "as")
        #expect(BusValue.variant(metadata).signature == "v")
        #expect(BusValue.structure([.byte(1), .array(of: "(xd)", [])]).signature == "(ya(xd))")
    }

    @Test(arguments: [
        BusValue.byte(7), .int16(7), .uint16(7), .int32(7), .uint32(7), .int64(7), .uint64(7),
        .double(7), .variant(.variant(.int64(7))),
    ])
    func `a number is read from any numeric type`(value: BusValue) {
        #expect(value.integer == 7)
        #expect(value.number == 7)
        #expect(value.text == nil)
    }

    @Test func `a number out of range is refused`() {
        #expect(BusValue.double(0.5).integer == nil)
        #expect(BusValue.double(0.5).number == 0.5)
        #expect(BusValue.double(.infinity).integer == nil)
        #expect(BusValue.uint64(.max).integer == nil)
        #expect(BusValue.string("7").integer == nil)
    }

    @Test func `properties are found by name in variants`() {
        let properties = BusValue.properties([
            "Metadata": .properties(["mpris:length": .int64(5), "xesam:artist": .strings(["x"])])
        ])
        let metadata = properties["Metadata"]
        #expect(metadata?["mpris:length"]?.integer == 5)
        #expect(metadata?["xesam:artist"]?.elements.map(\.text) == ["x"])
        #expect(metadata?["xesam:title"] == nil)
        #expect(BusValue.int32(1)["Metadata"] == nil)
    }

    @Test func `a match rule has the given conditions`() throws {
        #expect(
            try BusMatch.owner(of: "org.mpris.MediaPlayer2", orBelow: true).rule
                == "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
                + "interface='org.freedesktop.DBus',member='NameOwnerChanged',"
                + "arg0namespace='org.mpris.MediaPlayer2'"
        )
        #expect(try BusMatch().rule == "type='signal'")
        #expect(throws: BusError.self) { try BusMatch(argument: "a',eavesdrop='true").rule }
    }
}
