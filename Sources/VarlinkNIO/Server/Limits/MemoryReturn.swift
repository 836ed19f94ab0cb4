// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import NIOCore

/// The return of freed memory to the system, at most once a second while bytes pass.
final class MemoryReturn {
    private let loop: any EventLoop
    private var relief = MemoryRelief()
    private var timer: Scheduled<Void>?
    private var hasStopped = false

    /// Creates a return that has seen no bytes.
    init(loop: any EventLoop) {
        self.loop = loop
    }

    /// Notes that bytes passed through the buffers, or that buffers with so many are gone.
    func noteTraffic(_ bytes: Int) {
        if relief.moved(bytes) { lookLater() }
    }

    /// Stops looking.
    func stop() {
        hasStopped = true
        timer?.cancel()
    }

    private func lookLater() {
        guard !hasStopped else { return }
        timer = loop.assumeIsolated().scheduleTask(in: .seconds(1)) { self.look() }
    }

    private func look() {
        if relief.look(idle: Int(clinux_idle_memory())) {
            clinux_release_memory()
            relief.returned(idle: Int(clinux_idle_memory()))
        }
        if relief.looksAgain() { lookLater() }
    }
}
