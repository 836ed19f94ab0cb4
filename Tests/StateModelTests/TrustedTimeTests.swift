import StateModel
import Testing

/// A machine with an owner who does as owners do, and a daemon that keeps trusted time on it.
private struct Machine {
    /// The clocks, as a daemon reads them.
    var clocks: ClockReading
    /// What the kernel thinks of its wall clock.
    var isSynchronised: Bool
    /// How often the kernel was asked.
    var questions = 0
    /// What the daemon stored last.
    var stored: TrustedTimeRecord?
    /// The time of its last row.
    var lastStored: Int?
    /// The running daemon's clock.
    var time: TrustedTime?

    init(wall: Int, isSynchronised: Bool, boottime: Int = 10 * second) {
        clocks = ClockReading(bootID: "boot-0", boottime: boottime, wall: wall)
        self.isSynchronised = isSynchronised
    }

    /// The daemon starts, or starts again.
    mutating func start() -> Int {
        var asked = 0
        let answer = isSynchronised
        time = TrustedTime(
            restored: stored.flatMap { TrustedTimeRecord(text: $0.text) },
            lastStored: lastStored,
            reading: clocks,
            isSynchronised: {
                asked += 1
                return answer
            }
        )
        questions += asked
        return now()
    }

    /// Trusted now, and the record stored if it changed.
    mutating func now() -> Int {
        var asked = 0
        let answer = isSynchronised
        let now = time?.now(clocks) {
            asked += 1
            return answer
        }
        questions += asked
        stored = time?.record
        return now ?? .min
    }

    /// Stores a row.
    mutating func save() { lastStored = now() }

    /// Time passes, awake or suspended.
    mutating func wait(_ milliseconds: Int) {
        clocks.boottime += milliseconds
        clocks.wall += milliseconds
    }

    /// Somebody sets the wall clock; the kernel forgets that it was synchronised.
    mutating func step(by milliseconds: Int) {
        clocks.wall += milliseconds
        isSynchronised = false
    }

    /// NTP sets the wall clock right.
    mutating func synchronise(at wall: Int) {
        clocks.wall = wall
        isSynchronised = true
    }

    /// Power off, power on, with what the hardware clock makes of it.
    mutating func reboot(wall: Int, isSynchronised: Bool) {
        clocks = ClockReading(
            bootID: "boot-\(clocks.boottime)-\(wall)",
            boottime: 5 * second,
            wall: wall
        )
        self.isSynchronised = isSynchronised
        time = nil
    }
}

private let second = 1_000
private let minute = 60 * second
private let hour = 60 * minute
private let day = 24 * hour
private let year = 365 * day
/// A day in November 2026.
private let noon = 1_795_262_400_000

@Suite struct TrustedTimeTests {
    @Test func `the first start ever believes the wall clock`() {
        var machine = Machine(wall: noon, isSynchronised: false)
        #expect(machine.start() == noon)
        machine.wait(hour)
        #expect(machine.now() == noon + hour)
    }

    @Test func `a first start in 1970 becomes right when the clock does`() {
        var machine = Machine(wall: 3 * second, isSynchronised: false)
        #expect(machine.start() == 3 * second)
        machine.save()
        machine.wait(minute)
        machine.synchronise(at: noon)
        #expect(machine.now() == noon)
    }

    @Test(arguments: [10 * year, -10 * year])
    func `a step that nobody vouches for changes nothing`(step: Int) {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        machine.wait(hour)
        machine.step(by: step)
        #expect(machine.now() == noon + hour)
        machine.wait(hour)
        #expect(machine.now() == noon + 2 * hour)
    }

    @Test(arguments: [10 * year, -10 * year])
    func `a step by a synchronised clock is the truth`(step: Int) {
        var machine = Machine(wall: noon + step, isSynchronised: false)
        #expect(machine.start() == noon + step)
        machine.wait(hour)
        machine.synchronise(at: noon + hour)
        #expect(machine.now() == noon + hour)
    }

    @Test(arguments: [10 * year, -10 * year])
    func `a wrong step is still seen as wrong after a restart in the same boot`(step: Int) {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        machine.step(by: step)
        #expect(machine.now() == noon)
        machine.wait(hour)
        #expect(machine.start() == noon + hour)
    }

    @Test func `a step while the daemon was down is judged at its start`() {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        machine.wait(hour)
        machine.step(by: year)
        #expect(machine.start() == noon + hour)
        machine.synchronise(at: noon + hour + minute)
        #expect(machine.start() == noon + hour + minute)
    }

    @Test func `a clock that steps first and is called synchronised later is believed then`() {
        var machine = Machine(wall: noon - year, isSynchronised: false)
        _ = machine.start()
        machine.step(by: year)
        #expect(machine.now() == noon - year)
        machine.wait(minute)
        machine.isSynchronised = true
        #expect(machine.now() == noon + minute)
    }

    @Test func `a user's step and step back with no network leave no trace`() {
        var machine = Machine(wall: noon, isSynchronised: false)
        _ = machine.start()
        machine.step(by: 10 * year)
        _ = machine.now()
        machine.step(by: -10 * year)
        machine.wait(minute)
        #expect(machine.now() == noon + minute)
    }

    @Test func `suspend counts`() {
        var machine = Machine(wall: noon, isSynchronised: true)
        _ = machine.start()
        machine.wait(30 * hour)
        #expect(machine.now() == noon + 30 * hour)
    }

    @Test func `slow slews are no steps, and together they are one`() {
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

    @Test func `an undecided clock is asked about once a second at most`() {
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

/// Wall clock at a boot after a row stored at `noon`, and trusted time then.
private let absences: [(wall: Int, trusted: Int)] = [
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
    func `without synchronisation the wall clock counts absence, 31 days at most`(
        absence: (wall: Int, trusted: Int)
    ) {
        var machine = machine()
        machine.reboot(wall: absence.wall, isSynchronised: false)
        #expect(machine.start() == absence.trusted)
        machine.wait(hour)
        #expect(machine.now() == absence.trusted + hour)
    }

    @Test(arguments: [noon + year, noon + 10 * year, noon - 10 * year, noon])
    func `with synchronisation the wall clock is the truth, forward or backward`(wall: Int) {
        var machine = machine()
        machine.reboot(wall: wall, isSynchronised: true)
        #expect(machine.start() == wall)
    }

    @Test func `a boot in 1970 runs on from the last row, and NTP puts it right`() {
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

    @Test func `a year switched off is counted in full once NTP confirms the same wall clock`() {
        var machine = machine()
        machine.reboot(wall: noon + year, isSynchronised: false)
        #expect(machine.start() == noon + 31 * day)
        machine.wait(minute)
        machine.isSynchronised = true
        #expect(machine.now() == noon + year + minute)
    }

    @Test func `the open question outlives a restart of the daemon`() {
        var machine = machine()
        machine.reboot(wall: noon + year, isSynchronised: false)
        _ = machine.start()
        #expect(machine.start() == noon + 31 * day)
        machine.isSynchronised = true
        #expect(machine.start() == noon + year)
    }

    @Test func `several boots in 1970 never go back and never stand still`() {
        var machine = machine()
        for boot in 0..<5 {
            machine.reboot(wall: boot, isSynchronised: false)
            #expect(machine.start() == noon + boot * hour)
            machine.wait(hour)
            machine.save()
        }
    }

    @Test func `time off is measured by the clock as it was, wrong but steady`() {
        var machine = machine()
        machine.step(by: -10 * year)
        machine.save()
        machine.reboot(wall: noon - 10 * year + 3 * day, isSynchronised: false)
        #expect(machine.start() == noon + 3 * day)
    }

    @Test func `rows from a future that was corrected do not come back at the next boot`() {
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

    @Test func `a machine that ran for months and stored nothing was not switched off`() {
        var machine = machine()
        for _ in 0..<90 {
            machine.wait(day)
            _ = machine.now()
        }
        machine.reboot(wall: noon + 100 * day, isSynchronised: false)
        #expect(machine.start() == noon + 100 * day)
    }

    @Test func `rows without a record are a floor, and the wall clock measures from there`() {
        var machine = Machine(wall: noon + year, isSynchronised: false)
        machine.lastStored = noon
        #expect(machine.start() == noon + 31 * day)
    }
}

@Suite struct TrustedTimeRecordTests {
    @Test func `the record changes at start, step and correction, and once a day`() {
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

    @Test func `a deadline in trusted time is one on CLOCK_BOOTTIME`() {
        var machine = Machine(wall: noon, isSynchronised: true, boottime: 7 * second)
        _ = machine.start()
        #expect(machine.time?.boottime(at: noon + day) == 7 * second + day)
    }

    @Test(arguments: [nil, noon])
    func `a record survives being written down`(setBackFrom: Int?) {
        let record = TrustedTimeRecord(
            bootID: "6f1c",
            trustedOffset: -4,
            wallOffset: noon,
            recordedAt: noon,
            isSettled: false,
            setBackFrom: setBackFrom
        )
        #expect(TrustedTimeRecord(text: record.text) == record)
    }

    @Test(arguments: ["", "b", "b 1 2 3", "b 1 x 3 0", " 1 2 3 0", "b 1 2 3 0 4 5"])
    func `what is no record is none`(text: String) {
        #expect(TrustedTimeRecord(text: text) == nil)
    }

    @Test(arguments: [Int.max, Int.min])
    func `a damaged record or row is as good as none`(damage: Int) {
        let record = TrustedTimeRecord(
            bootID: "b",
            trustedOffset: damage,
            wallOffset: damage,
            recordedAt: damage,
            isSettled: true,
            setBackFrom: damage
        )
        let reading = ClockReading(bootID: "b", boottime: 1, wall: noon)
        var time = TrustedTime(
            restored: record,
            lastStored: damage,
            reading: reading,
            isSynchronised: { false }
        )
        #expect(time.now(reading, isSynchronised: { false }) == noon)
    }
}
