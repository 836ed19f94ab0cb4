// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import Testing

@testable import StateModel

@Suite struct ClockCorrectionTests {
    @Test(arguments: [
        (first: Timestamp(3 * second), second: noon, by: noon - Timestamp(3 * second)),
        (first: noon + 10 * year, second: noon, by: -10 * year),
        (first: noon, second: noon + minute, by: minute),
        (first: noon, second: noon + minute - 1, by: nil),
        (first: noon, second: noon, by: nil),
    ])
    func `the first synchronised clock of a boot corrects its times by a minute or more`(
        first: Timestamp,
        second: Timestamp,
        by difference: Int?
    ) {
        var machine = Machine(wall: first, isSynchronised: false)
        _ = machine.start()
        machine.wait(hour)
        machine.synchronise(at: second + hour)
        #expect(machine.now() == second + hour)
        #expect(machine.time?.correction?.milliseconds == difference)
        let times = difference.map { _ in first + 1..<first + (hour + 1) }
        #expect(machine.time?.correction?.times == times)
    }

    @Test func `a clock that was synchronised once corrects no times afterwards`() {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        machine.wait(hour)
        machine.step(by: year)
        _ = machine.now()
        machine.wait(minute)
        machine.isSynchronised = true
        #expect(machine.now() == noon + year + hour + minute)
        #expect(machine.time?.correction == nil)
    }

    @Test func `times before the boot stay, although the boot began at an earlier time`() {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        machine.save()
        machine.reboot(wall: Timestamp(0), isSynchronised: false)
        machine.clocks.boottime += hour
        #expect(machine.start() == noon)
        machine.wait(minute)
        machine.synchronise(at: noon + day)
        _ = machine.now()
        #expect(machine.time?.correction?.times == noon + 1..<noon + (minute + 1))
    }

    @Test func `a correction that was not stored is found again by the next run`() {
        var machine = Machine(wall: Timestamp(3 * second), isSynchronised: false)
        _ = machine.start()
        machine.wait(minute)
        machine.synchronise(at: noon)
        _ = machine.now()
        let correction = machine.time?.correction
        #expect(correction != nil)
        machine.stored = machine.time?.storedRecord
        _ = machine.start()
        #expect(machine.time?.correction == correction)
        machine.time?.correction = nil
        _ = machine.now()
        _ = machine.start()
        #expect(machine.time?.correction == nil)
    }

    @Test func `until stored times are corrected, nothing has certainly expired`() {
        var machine = Machine(wall: Timestamp(3 * second), isSynchronised: false)
        _ = machine.start()
        machine.wait(minute)
        machine.synchronise(at: noon)
        #expect(machine.certain() == Timestamp(3 * second + minute))
        machine.time?.correction = nil
        #expect(machine.certain() == noon)
    }

    private struct Random {
        var state: UInt64

        mutating func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }

    /// A machine with a right time that only its test knows, and the times that it stored.
    private struct Life {
        var machine: Machine
        var random: Random
        var right = noon
        var saved: [(time: Timestamp, right: Timestamp, boot: String)] = []

        mutating func go() {
            switch random.below(8) {
            case 0, 1, 2: pass(random.below(2 * hour))
            case 3:
                pass(1)
                _ = machine.now()
                correct()
                saved.append((machine.now(), right, machine.clocks.bootID))
                machine.lastStored = max(machine.lastStored ?? .min, machine.now())
            case 4: machine.step(by: random.below(day) * 365 - year / 2)
            case 5: machine.synchronise(at: right)
            case 6: _ = machine.start()
            default:
                pass(minute)
                let error = random.below(day) * 730 - year
                machine.reboot(wall: right + error, isSynchronised: random.below(4) == 0)
                if machine.isSynchronised { machine.clocks.wall = right }
                _ = machine.start()
            }
            _ = machine.now()
            if random.below(2) == 0 { correct() }
            machine.stored = machine.time?.storedRecord
        }

        private mutating func pass(_ milliseconds: Int) {
            machine.wait(milliseconds)
            right += milliseconds
        }

        /// Corrects the stored times in one step, as the daemon does.
        private mutating func correct() {
            guard let correction = machine.time?.correction else { return }
            machine.time?.correction = nil
            _ = machine.now()
            for index in saved.indices where correction.times.contains(saved[index].time) {
                saved[index].time += correction.milliseconds
            }
        }
    }

    @Test(arguments: 0..<200)
    func `all times of a boot are right once its clock was synchronised`(seed: UInt64) {
        let wall = noon + Int(seed % 3) * year - year
        let machine = Machine(wall: wall, isSynchronised: false)
        var life = Life(machine: machine, random: Random(state: seed))
        _ = life.machine.start()
        for _ in 0..<60 {
            life.go()
            guard life.machine.isSynchronised, life.machine.time?.correction == nil else {
                continue
            }
            for save in life.saved where save.boot == life.machine.clocks.bootID {
                #expect(abs(save.time - save.right) < 2 * minute)
            }
        }
    }
}
