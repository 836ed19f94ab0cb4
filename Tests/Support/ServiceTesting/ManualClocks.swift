// SPDX-License-Identifier: Apache-2.0
package import StateModel
internal import StateSystem
internal import Synchronization

/// A machine's clocks that stand still until a test moves them.
package final class ManualClocks: MachineClocks {
    private struct State {
        var reading: ClockReading
        var synchronised: Bool
    }

    private let state: Mutex<State>

    /// Clocks at that wall time, an hour after a boot.
    package init(wall: Timestamp = Timestamp(1_800_000_000_000), synchronised: Bool = true) {
        let reading = ClockReading(bootID: "boot-1", boottime: 3_600_000, wall: wall)
        state = Mutex(State(reading: reading, synchronised: synchronised))
    }

    package func reading() -> ClockReading {
        state.withLock(\.reading)
    }

    package func quickReading() -> ClockReading { reading() }

    package func isSynchronised() -> Bool {
        state.withLock(\.synchronised)
    }

    /// Moves both clocks, in milliseconds: since the boot, and since 1970.
    package func set(boottime: Int, wall: Timestamp) {
        state.withLock { state in
            state.reading.boottime = boottime
            state.reading.wall = wall
        }
    }

    /// Switches the machine off and on, with the wall clock that it finds then.
    package func reboot(wall: Timestamp, synchronised: Bool) {
        state.withLock { state in
            let bootID = state.reading.bootID + "+"
            state.reading = ClockReading(bootID: bootID, boottime: 10_000, wall: wall)
            state.synchronised = synchronised
        }
    }

    /// Lets so many milliseconds pass.
    package func advance(_ milliseconds: Int) {
        state.withLock { state in
            state.reading.boottime += milliseconds
            state.reading.wall += milliseconds
        }
    }

    /// Sets the wall clock forward or back, without anybody vouching for it.
    package func stepWall(_ milliseconds: Int, synchronised: Bool) {
        state.withLock { state in
            state.reading.wall += milliseconds
            state.synchronised = synchronised
        }
    }
}
