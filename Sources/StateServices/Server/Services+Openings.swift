// SPDX-License-Identifier: Apache-2.0
internal import Logging
package import StateModel
package import StateStore
package import StateSystem
internal import Varlink

extension Services {
    /// An open store, with its clock and the findings for its user.
    package typealias OpenedStore = (
        store: Store, clock: TrustedClock, findings: [StorageFinding]
    )
    /// Opens a user's store with the settings in force, or replaces it because of the given damage.
    package typealias Opener = (UInt32, StoreSettings, String?) throws(StoreError) -> OpenedStore
    /// Returns the store once it is open; `nil` until then.
    package typealias StorePoll = () -> Result<OpenedStore, StoreError>?
    /// Begins to open a user's store, or to replace it, on another thread.
    package typealias BackgroundOpener = (UInt32, StoreSettings, String?) throws(StoreError) ->
        StorePoll

    /// The interval of checks for a store that is being opened, in milliseconds.
    static let openingIntervalMilliseconds = 2

    /// Admits the connections whose stores are now open.
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
