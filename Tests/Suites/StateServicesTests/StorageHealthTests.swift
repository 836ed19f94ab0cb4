// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateServices

@Suite("The store's health")
struct StorageHealthTests {
    @Test func `a store that fails is opened again after increasing delays`() {
        var health = StorageHealth()
        var now: Timestamp = 1_000
        var pauses: [Int] = []
        for _ in 0..<7 {
            health.failed("full", now: now)
            let retryAt = health.retryAt ?? 0
            #expect(health.admit(now: retryAt - 1) == .refuse("full"))
            #expect(health.admit(now: retryAt) == .reopen)
            pauses.append(retryAt - now)
            now = retryAt
        }
        #expect(pauses == [200, 400, 800, 1_600, 3_200, 3_200, 3_200])
    }

    @Test func `a store that was opened again accepts writes, and is healthy after the first`() {
        var health = StorageHealth()
        health.failed("full", now: 0)
        health.reopened()
        #expect(health.admit(now: 0) == .write)
        #expect(health.problem == "full")
        #expect(health.retryAt == nil)
        let hadFailed = health.succeeded()
        #expect(hadFailed)
        #expect(health.problem == nil)
        let hadFailedAgain = health.succeeded()
        #expect(!hadFailedAgain)
        health.failed("full", now: 0)
        #expect(health.retryAt == 200)
    }

    @Test func `a clock that is set back does not delay the reopening of a store`() {
        var health = StorageHealth()
        health.failed("full", now: 1_000_000)
        #expect(health.admit(now: 0) == .reopen)
    }
}
