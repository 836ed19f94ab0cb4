// SPDX-License-Identifier: Apache-2.0
import StateSystem
import Testing

@Suite struct BusValueTests {
    @Test func `a number is read from an integer or a floating-point number`() {
        for value in [BusValue.integer(7), .double(7)] {
            #expect(value.integer == 7)
            #expect(value.number == 7)
            #expect(value.text == nil)
        }
    }

    @Test func `only a whole number in the range of Int is read as an integer`() {
        #expect(BusValue.double(0.5).integer == nil)
        #expect(BusValue.double(0.5).number == 0.5)
        #expect(BusValue.double(.infinity).integer == nil)
        #expect(BusValue.double(Double(UInt64.max)).integer == nil)
        #expect(BusValue.text("7").integer == nil)
    }

    @Test func `a match rule has all given conditions`() throws {
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
