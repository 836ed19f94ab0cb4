// SPDX-License-Identifier: Apache-2.0
internal import StateSync

// The reactions of the services to the machine's sleep, wake-up and shutdown.
extension Services {
    /// Stores all waiting data before the machine sleeps or the daemon stops.
    ///
    /// The data is on stable storage on return, unless the disk refuses it.
    package func storeAll() {
        for tenant in tenants.values {
            tenant.ticks.storeAll()
            tenant.turnEnded()
            tenant.turnAnswered()
        }
    }

    /// Expires values that became due when the clock was set or the machine slept.
    package func clockChanged() {
        woken()
    }

    /// Handles the machine's wake-up: checks all deadlines, and fetches other devices' changes.
    package func wokeUp() {
        clockChanged()
        syncHandle?.note(.resumed)
    }
}
