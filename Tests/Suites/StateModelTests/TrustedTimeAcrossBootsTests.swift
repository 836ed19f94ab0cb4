// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

/// Wall clock at a boot after a row stored at `noon`, and trusted time then.
private let absences: [(wall: Timestamp, trusted: Timestamp)] = [
    (noon + day, noon + day),
    (noon + 30 * day, noon + 30 * day),
    (noon + year, noon + 31 * day),
    (noon + 10 * year, noon + 31 * day),
    (0, noon),
    (noon - 10 * year, noon),
]

@Suite struct TrustedTimeAcrossBootsTests {
    /// A machine with a row stored at `noon`, an hour after its daemon's start.
    private func machine() -> Machine {
        var machine = Machine(wall: noon - hour, isSynchronised: true)
        _ = machine.start()
        machine.wait(hour)
        machine.save()
        return machine
    }

    @Test(arguments: absences)
    func `without synchronisation, the wall clock counts for at most 31 days of absence`(
        absence: (wall: Timestamp, trusted: Timestamp)
    ) {
        var machine = machine()
        machine.reboot(wall: absence.wall, isSynchronised: false)
        #expect(machine.start() == absence.trusted)
        machine.wait(hour)
        #expect(machine.now() == absence.trusted + hour)
    }

    /// The wall clock at a boot after a row at `noon`, and the time that is certain after a minute.
    private static let certainties: [(wall: Timestamp, isSynchronised: Bool, certain: Timestamp)] =
        [
            (noon + day, false, noon + minute),
            (noon + 10 * year, false, noon + minute),
            (0, false, noon + minute),
            (noon + day, true, noon + day + minute),
            (noon - year, true, noon - year + minute),
        ]

    @Test(arguments: certainties)
    func `an absence measured by an unsynchronised clock is uncertain`(
        boot: (wall: Timestamp, isSynchronised: Bool, certain: Timestamp)
    ) {
        var machine = machine()
        machine.reboot(wall: boot.wall, isSynchronised: boot.isSynchronised)
        _ = machine.start()
        machine.wait(minute)
        #expect(machine.certain() == boot.certain)
        // The record carries the doubt over a restart.
        _ = machine.start()
        #expect(machine.certain() == boot.certain)
    }

    @Test
    func `trusted time is certain once the clock is synchronised, or two hours after the boot`() {
        var machine = machine()
        machine.reboot(wall: noon + 5 * day, isSynchronised: false)
        _ = machine.start()
        let expiry = noon + day
        #expect(machine.time?.certainty(of: expiry) == noon + 5 * day - 5 * second + 2 * hour)
        #expect(machine.time?.certainty(of: noon + 9 * day) == noon + 9 * day)
        machine.wait(2 * hour - 6 * second)
        #expect(machine.certain() == noon + 2 * hour - 6 * second)
        machine.wait(second)
        #expect(machine.certain() == machine.now())

        machine.reboot(wall: noon + 6 * day, isSynchronised: false)
        _ = machine.start()
        machine.isSynchronised = true
        machine.wait(minute)
        #expect(machine.now() == noon + 6 * day + minute)
        #expect(machine.certain() == noon + 6 * day + minute)
        #expect(machine.time?.certainty(of: expiry) == expiry)
    }

    @Test func `a second uncertain boot does not make the first one certain`() {
        var machine = machine()
        for boot in 1...3 {
            machine.reboot(wall: noon + 10 * year + boot * hour, isSynchronised: false)
            _ = machine.start()
            machine.wait(minute)
            #expect(machine.certain() <= noon + boot * hour)
            machine.save()
        }
        machine.synchronise(at: noon + 3 * hour)
        #expect(machine.now() == noon + 3 * hour)
        #expect(machine.certain() == noon + 3 * hour)
    }

    @Test(arguments: [noon + year, noon + 10 * year, noon - 10 * year, noon])
    func `a synchronised clock is accepted whether it is ahead or behind`(wall: Timestamp) {
        var machine = machine()
        machine.reboot(wall: wall, isSynchronised: true)
        #expect(machine.start() == wall)
    }

    @Test func `after a boot in 1970 time continues from the last row until NTP corrects it`() {
        var machine = machine()
        machine.reboot(wall: 0, isSynchronised: false)
        #expect(machine.start() == noon)
        machine.wait(minute)
        machine.save()
        #expect(machine.lastStored == noon + minute)
        machine.synchronise(at: noon + 2 * day)
        #expect(machine.now() == noon + 2 * day)
        machine.wait(hour)
        #expect(machine.start() == noon + 2 * day + hour)
    }

    @Test func `a year without power counts in full once NTP confirms the wall clock`() {
        var machine = machine()
        machine.reboot(wall: noon + year, isSynchronised: false)
        #expect(machine.start() == noon + 31 * day)
        machine.wait(minute)
        machine.isSynchronised = true
        #expect(machine.now() == noon + year + minute)
    }

    @Test func `a restart of the daemon does not make an uncertain absence certain`() {
        var machine = machine()
        machine.reboot(wall: noon + year, isSynchronised: false)
        _ = machine.start()
        #expect(machine.start() == noon + 31 * day)
        machine.isSynchronised = true
        #expect(machine.start() == noon + year)
    }

    @Test func `across several boots in 1970, time continues from the last row`() {
        var machine = machine()
        for boot in 0..<5 {
            machine.reboot(wall: Timestamp(boot), isSynchronised: false)
            #expect(machine.start() == noon + boot * hour)
            machine.wait(hour)
            machine.save()
        }
    }

    @Test func `a wrong but steady clock measures the time without power correctly`() {
        var machine = machine()
        machine.step(by: -10 * year)
        machine.save()
        machine.reboot(wall: noon - 10 * year + 3 * day, isSynchronised: false)
        #expect(machine.start() == noon + 3 * day)
    }

    @Test func `rows whose time was later corrected do not affect the next boot`() {
        var machine = Machine(wall: noon + 10 * year, isSynchronised: false)
        _ = machine.start()
        machine.save()
        machine.wait(minute)
        machine.synchronise(at: noon)
        #expect(machine.now() == noon)
        machine.reboot(wall: noon + day, isSynchronised: false)
        #expect(machine.start() == noon + day)
        machine.reboot(wall: noon + 2 * day, isSynchronised: false)
        #expect(machine.start() == noon + 2 * day)
    }

    @Test func `months in which the daemon stored nothing do not count as absence`() {
        var machine = machine()
        for _ in 0..<90 {
            machine.wait(day)
            _ = machine.now()
        }
        machine.reboot(wall: noon + 100 * day, isSynchronised: false)
        #expect(machine.start() == noon + 100 * day)
    }

    @Test func `without a clock record, the last row is the earliest possible time`() {
        var machine = Machine(wall: noon + year, isSynchronised: false)
        machine.lastStored = noon
        #expect(machine.start() == noon + 31 * day)
    }
}
