// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Varlink

// MARK: - Stalls

extension ServerCore {
    /// Schedules checks for peers that do not read their output or do not complete a message, until
    /// no connection needs them.
    func watchForStalls() {
        guard sweep == nil else { return }
        let limit = TimeAmount(min(limits.stall, limits.messageTimeout))
        let pause = TimeAmount.nanoseconds(max(1, limit.nanoseconds / 4))
        sweep = loop.assumeIsolated().scheduleTask(in: pause) { self.lookForStalls() }
    }

    private func lookForStalls() {
        sweep = nil
        let now = loop.elapsed
        var isBusy = false
        for connection in Array(connections.values) where connection.lookForStall(now: now) {
            isBusy = true
        }
        if isBusy { watchForStalls() }
    }
}

// MARK: - Stopping

extension ServerCore {
    /// Closes each connection after its queued output was sent.
    ///
    /// At the deadline, the remaining connections are closed without sending their output. `done`
    /// succeeds when all connections are closed.
    func stop(within deadline: TimeAmount, done: EventLoopPromise<Void>) {
        stopped = done
        for connection in connections.values {
            connection.end(reason: "the server is stopping", waitsForOutput: true)
        }
        let cut = loop.assumeIsolated().scheduleTask(in: deadline) {
            for connection in Array(self.connections.values) {
                connection.abort(reason: "the server is stopping, and the peer does not read")
            }
        }
        done.futureResult.assumeIsolated().whenComplete { _ in cut.cancel() }
        endIfStopped()
    }

    func endIfStopped() {
        guard let stopped, connections.isEmpty else { return }
        handler?.endTurn()
        handler = nil
        alarm.set(nil)
        alarm.answer = {}
        sweep?.cancel()
        memory.stop()
        wakeup.remove()
        // Each closure finds that the server has stopped, and fails its promise.
        let late = ownWork
        ownWork = []
        for body in late { body() }
        stopped.succeed()
    }
}
