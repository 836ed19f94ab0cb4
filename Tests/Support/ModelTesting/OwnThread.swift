// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// Runs `body` on a thread of its own.
///
/// The concurrency pool and the global queues of Dispatch share their threads: as many as there are
/// cores, and one more each second while all of them wait. A body that computes or waits for long
/// would hold up every other test there.
package func onOwnThread<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result = await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
        do {
            try SystemThread { continuation.resume(returning: Result(catching: body)) }.detach()
        } catch {
            fatalError("a test needs a thread: \(error)")
        }
    }
    return try result.get()
}
