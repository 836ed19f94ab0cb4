// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// An error that reports that something that a test waited for did not happen in time.
package struct TimedOut: Error, CustomStringConvertible {
    /// The expectation, as a sentence.
    package let expectation: String

    /// The expectation that was not met.
    package var description: String { "not within the timeout: \(expectation)" }
}

/// Waits until a condition holds that nothing announces.
///
/// - Parameters:
///   - expectation: the condition in words.
///   - isMet: returns true if the condition holds; called every 5 ms.
/// - Throws: ``TimedOut`` at the timeout of all sockets; the errors of the condition.
package func waitUntil(_ expectation: String, _ isMet: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(ClientSocket.timeoutSeconds)
    while try !isMet() {
        guard ContinuousClock.now < end else { throw TimedOut(expectation: expectation) }
        poll(nil, 0, 5)
    }
}
