// SPDX-License-Identifier: Apache-2.0
internal import StateSync

// How the services respond to the machine's sleep, wake-up and shutdown.
extension Services {
    /// Stores all waiting data, before the machine sleeps or the daemon stops.
    ///
    /// On return, the data is on stable storage, unless the store refuses writes.
    package func storeAll() {
        for tenant in tenants.values {
            tenant.ticks.storeAll()
            tenant.turnEnded()
            tenant.turnAnswered()
        }
    }

    package func systemResumed() {
        woken()
        syncHandle?.note(.resumed)
    }
}
