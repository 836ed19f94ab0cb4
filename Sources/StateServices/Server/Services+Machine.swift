// SPDX-License-Identifier: Apache-2.0
internal import StateSync

// The life of the machine as the services see it: it sleeps, wakes up and is switched off.
extension Services {
    /// Brings everything that waits to stable storage, before the machine sleeps or the daemon
    /// stops.
    ///
    /// The machine may also be about to be switched off. The data is stored when this returns,
    /// unless the disk refuses it.
    package func storeAll() {
        for tenant in tenants.values {
            tenant.ticks.storeAll()
            tenant.turnEnded()
            tenant.turnAnswered()
        }
    }

    /// Expires values that are due after the clocks were set, or after a time in which the loop's
    /// timers stood still.
    package func clockChanged() {
        woken()
    }

    /// Handles the machine's wake-up: checks all times again, and asks for the changes of other
    /// devices.
    package func wokeUp() {
        clockChanged()
        syncHandle?.note(.resumed)
    }
}
