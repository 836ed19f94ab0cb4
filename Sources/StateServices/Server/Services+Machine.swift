// SPDX-License-Identifier: Apache-2.0
internal import StateSync

// The machine's sleep, wake-up and shutdown, as the services handle them.
extension Services {
    /// Stores all waiting data, before the machine sleeps or the daemon stops.
    ///
    /// The data is stored when this returns, unless the disk refuses it.
    package func storeAll() {
        for tenant in tenants.values {
            tenant.ticks.storeAll()
            tenant.turnEnded()
            tenant.turnAnswered()
        }
    }

    /// Expires values that are due after the clocks were set or the machine slept.
    package func clockChanged() {
        woken()
    }

    /// Handles the machine's wake-up: checks all deadlines, and requests other devices' changes.
    package func wokeUp() {
        clockChanged()
        syncHandle?.note(.resumed)
    }
}
