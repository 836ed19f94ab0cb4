// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import Testing

@testable import StateModel

@Suite struct TrustedTimeTests {
    @Test func `the wall clock is accepted at the very first start`() {
        var machine = Machine(wall: noon, isSynchronised: false)
        #expect(machine.start() == noon)
        machine.wait(hour)
        #expect(machine.now() == noon + hour)
    }

    @Test func `the time of a first start in 1970 is corrected together with the clock`() {
        var machine = Machine(wall: Timestamp(3 * second), isSynchronised: false)
        #expect(machine.start() == Timestamp(3 * second))
        machine.save()
        machine.wait(minute)
        machine.synchronise(at: noon)
        #expect(machine.now() == noon)
    }

    @Test(arguments: [10 * year, -10 * year])
    func `a clock step without synchronisation changes no trusted time`(step: Int) {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        machine.wait(hour)
        machine.step(by: step)
        #expect(machine.now() == noon + hour)
        machine.wait(hour)
        #expect(machine.now() == noon + 2 * hour)
    }

    @Test(arguments: [10 * year, -10 * year])
    func `a step by a synchronised clock is accepted`(step: Int) {
        var machine = Machine(wall: noon + step, isSynchronised: false)
        #expect(machine.start() == noon + step)
        machine.wait(hour)
        machine.synchronise(at: noon + hour)
        #expect(machine.now() == noon + hour)
    }

    @Test(arguments: [10 * year, -10 * year])
    func `a wrong clock step is still recognised after a restart in the same boot`(step: Int) {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        machine.step(by: step)
        #expect(machine.now() == noon)
        machine.wait(hour)
        #expect(machine.start() == noon + hour)
    }

    @Test func `a clock step while the daemon was down is judged at startup`() {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        machine.wait(hour)
        machine.step(by: year)
        #expect(machine.start() == noon + hour)
        machine.synchronise(at: noon + hour + minute)
        #expect(machine.start() == noon + hour + minute)
    }

    @Test func `a clock that steps before it is synchronised is accepted once it is`() {
        var machine = Machine(wall: noon - year, isSynchronised: false)
        _ = machine.start()
        machine.step(by: year)
        #expect(machine.now() == noon - year)
        machine.wait(minute)
        machine.isSynchronised = true
        #expect(machine.now() == noon + minute)
    }

    @Test func `a step forward and back by the user, without a network, has no effect`() {
        var machine = Machine(wall: noon, isSynchronised: false)
        _ = machine.start()
        machine.step(by: 10 * year)
        _ = machine.now()
        machine.step(by: -10 * year)
        machine.wait(minute)
        #expect(machine.now() == noon + minute)
    }

    @Test func `trusted time includes the time in suspend`() {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        machine.wait(30 * hour)
        #expect(machine.now() == noon + 30 * hour)
    }

    @Test func `slow corrections of the clock count as a step only once their sum is large`() {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        machine.questions = 0
        for _ in 0..<10 {
            machine.wait(minute)
            machine.clocks.wall += 100
            _ = machine.now()
        }
        #expect(machine.now() == noon + 10 * minute)
        #expect(machine.questions == 0)
        machine.clocks.wall += 1
        #expect(machine.now() == machine.clocks.wall)
        #expect(machine.questions == 1)
    }

    @Test func `an uncertain clock is checked at most once a second`() {
        var machine = Machine(wall: noon, isSynchronised: false)
        _ = machine.start()
        machine.questions = 0
        for _ in 0..<1_000 {
            machine.wait(10)
            _ = machine.now()
        }
        #expect(machine.questions == 10)
    }
}

@Suite struct TrustedTimeRecordTests {
    @Test func `the clock record changes at startup, a step and a correction, and once a day`() {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        let started = machine.stored
        machine.wait(23 * hour)
        _ = machine.now()
        #expect(machine.stored == started)
        machine.wait(hour)
        _ = machine.now()
        let renewed = machine.stored
        #expect(renewed?.recordedAt == noon + day)
        machine.step(by: hour)
        _ = machine.now()
        let stepped = machine.stored
        #expect(stepped?.isSettled == false)
        #expect(stepped?.trustedOffset == renewed?.trustedOffset)
        machine.synchronise(at: noon + day)
        _ = machine.now()
        #expect(machine.stored?.isSettled == true)
        #expect(machine.start() == noon + day)
    }

    @Test func `a deadline in trusted time is converted to CLOCK_BOOTTIME`() {
        var machine = Machine(wall: noon, isSynchronised: true, boottime: 7 * second)
        _ = machine.start()
        #expect(machine.time?.boottime(at: noon + day) == 7 * second + day)
    }

    @Test(arguments: [nil, noon] as [Timestamp?], [0, day])
    func `a clock record survives a round trip`(setBackFrom: Timestamp?, unconfirmed: Int) {
        let record = TrustedTimeRecord(
            bootID: "6f1c",
            trustedOffset: -4,
            wallOffset: noon.rawValue,
            recordedAt: noon,
            isSettled: false,
            setBackFrom: setBackFrom,
            unconfirmed: unconfirmed
        )
        #expect(TrustedTimeRecord(text: record.text) == record)
    }

    @Test(arguments: ["", "b", "b 1 2 3", "b 1 x 3 0", " 1 2 3 0", "b 1 2 3 0 4 5 6"])
    func `an invalid clock record is refused`(text: String) {
        #expect(TrustedTimeRecord(text: text) == nil)
    }

    @Test(arguments: [Int.max, Int.min])
    func `a damaged clock record or row counts as missing`(damage: Int) {
        let record = TrustedTimeRecord(
            bootID: "b",
            trustedOffset: damage,
            wallOffset: damage,
            recordedAt: Timestamp(damage),
            isSettled: true,
            setBackFrom: Timestamp(damage)
        )
        let reading = ClockReading(bootID: "b", boottime: 1, wall: noon)
        var time = TrustedTime(
            restored: record,
            lastStored: Timestamp(damage),
            reading: reading,
            isSynchronised: { false }
        )
        #expect(time.now(reading, isSynchronised: { false }) == noon)
    }
}
