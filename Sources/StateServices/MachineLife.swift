internal import StateModel
internal import StateSync
internal import StateSystem

/// A moment on CLOCK_BOOTTIME that somebody watches for us.
struct Deadline {
    private let set: (Int?) -> Void
    private var current: Int?

    /// A moment that is left with whoever is called, in milliseconds; nil: there is none.
    init(set: @escaping (Int?) -> Void = { _ in }) {
        self.set = set
    }

    /// Watches for that moment from now on.
    mutating func arm(_ boottime: Int?) {
        guard boottime != current else { return }
        current = boottime
        set(boottime)
    }
}

// The machine's life as the services see it: it sleeps, wakes up, and is switched off.
extension Services {
    /// Brings everything that waits to stable storage: the machine is about to sleep or to be
    /// switched off, or the daemon to stop.
    ///
    /// It is there when this returns, unless the disk refuses it.
    package func storeAll() {
        for space in spaces.values {
            space.storeAllTicks()
            space.turnEnded()
            space.turnAnswered()
        }
    }

    /// The clocks were set, or time passed that the loop's timers did not see: what is over expires.
    package func clockChanged() {
        woken()
    }

    /// The machine woke up: times are looked at anew.
    ///
    /// What other devices did meanwhile is of interest now, too.
    package func wokeUp() {
        clockChanged()
        syncLine?.note(.resumed)
    }

    /// Has a watcher told when the first value expires, on CLOCK_BOOTTIME in milliseconds.
    ///
    /// The transport's timers stand still while the machine sleeps; the watcher calls
    /// ``clockChanged()`` at that moment or, if it passed in a suspend, right after it.
    package func watchDeadline(_ set: @escaping (Int?) -> Void) {
        deadline = Deadline(set: set)
        rearm()
    }
}

extension Space {
    /// When the first value or alert expires, in milliseconds of CLOCK_BOOTTIME; nil: none will.
    var deadline: Int? {
        let first = min(nextExpiry ?? .max, nextAlertExpiry ?? .max)
        return first == .max ? nil : clock.boottime(at: first)
    }
}
