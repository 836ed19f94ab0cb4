// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import NIOCore
internal import Synchronization
internal import VarlinkNIO

/// Returns memory to the system, a moment after much was used: the allocator would keep it.
final class MemoryReturn: Sendable {
    /// About the memory of a connection that takes and sends nothing, in bytes.
    static let connectionBytes = 12 << 10

    private let loop: any EventLoop
    private let relief = Mutex(MemoryRelief())

    /// Creates an object that works on the loop.
    init(on loop: any EventLoop) {
        self.loop = loop
    }

    /// Notes that so many bytes were used and released.
    func moved(_ bytes: Int) {
        if relief.withLock({ $0.moved(bytes) }) { lookLater() }
    }

    private func lookLater() {
        loop.scheduleTask(in: .seconds(1)) { self.look() }
    }

    private func look() {
        if relief.withLock({ $0.look(idle: Int(clinux_idle_memory())) }) {
            clinux_release_memory()
            relief.withLock { $0.returned(idle: Int(clinux_idle_memory())) }
        }
        if relief.withLock({ $0.looksAgain() }) { lookLater() }
    }
}
