// SPDX-License-Identifier: Apache-2.0

/// A moment on CLOCK_BOOTTIME, for which a watcher outside the services waits.
struct Deadline {
    private let set: (Int?) -> Void
    private var current: Int?

    /// Creates a deadline whose moment is passed to `set`, in milliseconds; `nil` if there is none.
    init(set: @escaping (Int?) -> Void = { _ in }) {
        self.set = set
    }

    /// Waits for that moment from now on.
    mutating func arm(_ boottime: Int?) {
        guard boottime != current else { return }
        current = boottime
        set(boottime)
    }
}
