// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import ModelTesting
import StateModel
import StateSystem
import Synchronization
import Testing

@Suite struct KernelClocksTests {
    @Test func `both clocks can be read, and the boot has an identifier`() {
        let clocks = KernelClocks()
        let first = clocks.reading()
        let second = clocks.reading()
        #expect(first.boottime > 0)
        #expect(second.boottime >= first.boottime)
        #expect(first.wall > .epoch)
        #expect(second.bootID == first.bootID)
        #expect(KernelClocks().reading().bootID == first.bootID)
        #expect(first.bootID.utf8.count == 36)
    }

    @Test func `the state of synchronisation is the one that adjtimex reports`() {
        var state = timex()
        let isSynchronised = adjtimex(&state) >= 0 && state.status & STA_UNSYNC == 0
        #expect(KernelClocks().isSynchronised() == isSynchronised)
    }
}

@Suite struct TrustedClockTests {
    /// Clocks that a test sets.
    private final class SetClocks: MachineClocks {
        let state: Mutex<(reading: ClockReading, isSynchronised: Bool)>
        /// How long the thread is suspended between the clocks of a quick reading, in ms.
        let suspension = Mutex(0)
        /// How often both clocks were read at the same moment.
        let exactReadings = Mutex(0)

        init(_ reading: ClockReading, isSynchronised: Bool) {
            state = Mutex((reading, isSynchronised))
        }

        func reading() -> ClockReading {
            exactReadings.withLock { $0 += 1 }
            return state.withLock(\.reading)
        }

        func quickReading() -> ClockReading {
            var reading = state.withLock(\.reading)
            reading.wall = reading.wall - suspension.withLock(\.self)
            return reading
        }

        func isSynchronised() -> Bool { state.withLock(\.isSynchronised) }
    }

    @Test func `trusted time continues from its record, and deadlines follow its corrections`() {
        let clocks = SetClocks(
            ClockReading(bootID: "a", boottime: 100, wall: Timestamp(1_000)),
            isSynchronised: false
        )
        let first = TrustedClock(clocks: clocks, restored: nil, lastStored: nil)
        #expect(first.now() == 1_000)

        clocks.state.withLock { $0.reading.boottime = 600 }
        let second = TrustedClock(clocks: clocks, restored: first.record, lastStored: nil)
        #expect(second.now() == 1_500)
        #expect(second.boottime(at: 2_000) == 1_100)

        clocks.state.withLock {
            $0 = (ClockReading(bootID: "a", boottime: 600, wall: Timestamp(90_000)), true)
        }
        #expect(second.now() == 90_000)
        #expect(second.boottime(at: 90_500) == 1_100)
        #expect(second.record != first.record)
    }

    @Test func `a pause between the readings of two clocks does not look like a step`() {
        let clocks = SetClocks(
            ClockReading(bootID: "a", boottime: 100, wall: Timestamp(1_000)),
            isSynchronised: true
        )
        let clock = TrustedClock(clocks: clocks, restored: nil, lastStored: nil)
        let (record, readings) = (clock.record, clocks.exactReadings.withLock(\.self))
        clocks.state.withLock {
            $0.reading = ClockReading(bootID: "a", boottime: 600, wall: Timestamp(1_500))
        }
        clocks.suspension.withLock { $0 = 900 }
        #expect(clock.now() == 1_500)
        #expect(clocks.exactReadings.withLock(\.self) == readings)
        clocks.suspension.withLock { $0 = 5_000 }
        #expect(clock.now() == 1_500)
        #expect(clock.record == record)
        #expect(clocks.exactReadings.withLock(\.self) == readings + 1)
    }
}

@Suite struct ClockWatchTests {
    /// Events of a watch, one after the other.
    private static func events(
        _ body: (ClockWatch, AsyncStream<ClockEvent>) async -> Void
    ) async throws {
        let (stream, continuation) = AsyncStream<ClockEvent>.makeStream()
        let watch = try ClockWatch { event in
            // Steps come from whoever sets this machine's clock while the test runs.
            if event == .deadline { continuation.yield(event) }
        }
        await body(watch, stream)
        watch.stop()
        continuation.finish()
        #expect(await stream.first { _ in true } == nil)
    }

    @Test(.timeLimit(.minutes(10)))
    func `a deadline is reported once and not too early`() async throws {
        let clocks = KernelClocks()
        try await Self.events { watch, events in
            let deadline = clocks.reading().boottime + 20
            watch.setDeadline(deadline)
            #expect(await events.first { _ in true } == .deadline)
            #expect(clocks.reading().boottime >= deadline)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [-1, 0, 1])
    func `a deadline in the past is reported at once`(deadline: Int) async throws {
        try await Self.events { watch, events in
            watch.setDeadline(deadline)
            #expect(await events.first { _ in true } == .deadline)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a new deadline replaces the old one, and nil removes it`() async throws {
        let clocks = KernelClocks()
        try await Self.events { watch, events in
            watch.setDeadline(clocks.reading().boottime + 3_600_000)
            watch.setDeadline(clocks.reading().boottime + 5)
            #expect(await events.first { _ in true } == .deadline)
            watch.setDeadline(clocks.reading().boottime + 3_600_000)
            watch.setDeadline(nil)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a watch that is stopped leaves no thread and no descriptor`() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<20 { try ClockWatch { _ in }.stop() }
            // The runtime has timers of its own; twenty watches would have left forty.
            #expect(openTimers() < 20)
        }
    }
}

/// How many timer descriptors this process holds.
private func openTimers() -> Int {
    (0..<256).count { descriptor in
        var target = [UInt8](repeating: 0, count: 64)
        let path = "/proc/self/fd/\(descriptor)"
        let count = target.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { base in
                base.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
                    readlink(path, $0, buffer.count)
                }
            } ?? 0
        }
        return String(decoding: target.prefix(max(0, count)), as: UTF8.self)
            .contains("timerfd")
    }
}
