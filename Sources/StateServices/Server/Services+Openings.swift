// SPDX-License-Identifier: Apache-2.0
internal import Logging
package import StateModel
package import StateStore
package import StateSystem
internal import Varlink

extension Services {
    /// An open store, its clock, and the findings to report to its user.
    package typealias OpenedStore = (
        store: Store, clock: TrustedClock, findings: [StorageFinding]
    )
    /// A function that opens a user's store, or replaces it if its damage is given.
    package typealias Opener = (UInt32, StoreSettings, String?) throws(StoreError) -> OpenedStore
    /// A function that returns the store once it is open, and `nil` before.
    package typealias StorePoll = () -> Result<OpenedStore, StoreError>?
    /// A function that starts to open or replace a user's store on another thread.
    package typealias BackgroundOpener = (UInt32, StoreSettings, String?) throws(StoreError) ->
        StorePoll

    /// The interval between checks of a store that is being opened, in milliseconds.
    static let openingIntervalMilliseconds = 2

    /// Accepts the connections whose stores are now open, and closes those whose stores cannot be
    /// opened.
    func admitOpened() {
        while let opened = openings?.step() {
            do throws(StoreError) {
                let start = ContinuousClock.now
                let tenant = try makeTenant(opened.user, try opened.outcome.get(), since: start)
                tenants[opened.user] = tenant
                for connection in opened.connections {
                    connect(connection, to: tenant)
                    transport.proceed(connection)
                }
            } catch {
                logger.error("cannot open the store", metadata: ["reason": "\(error.message)"])
                for connection in opened.connections {
                    transport.close(connection, reason: "the store is not available")
                }
            }
            armDeadline()
        }
    }
}
