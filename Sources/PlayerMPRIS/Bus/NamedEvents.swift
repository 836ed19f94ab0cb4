// SPDX-License-Identifier: Apache-2.0

/// A queue of a player's events; events about a new track wait for the track's item name.
///
/// A name may depend on a file on a disk that does not respond. The events of that player then
/// wait, at most for the timeout; other players are not affected.
package struct NamedEvents: Sendable {
    /// The maximum time to wait for a file, in milliseconds; its path then becomes the item name.
    private static let timeoutMilliseconds = 2_000

    private var waiting: [(event: MPRISFollower.Event, at: Int)] = []
    private var named: (key: MPRISTrack.Key, item: String?)?
    private var look: (key: MPRISTrack.Key, since: Int)?

    package init() {}

    package var isWaiting: Bool { !waiting.isEmpty }

    /// The latest time at which the waiting events are released, in milliseconds; `nil` if no event
    /// is waiting.
    package var wakeAt: Int? {
        isWaiting ? look.map { $0.since + Self.timeoutMilliseconds } : nil
    }

    package mutating func append(_ event: MPRISFollower.Event, at time: Int) {
        waiting.append((event, time))
    }

    /// Records an item name that the caller has determined by reading a file.
    package mutating func found(_ item: String?, of metadata: MPRISMetadata) {
        let key = MPRISTrack.Key(metadata)
        guard look?.key == key else { return }
        look = nil
        // A name that is in use is kept.
        if named?.key != key { named = (key, item) }
    }

    /// Removes and returns the events that do not have to wait; all events if `waits` is false.
    ///
    /// If `unnamed` is not `nil`, the caller must read the file to determine the item name for this
    /// metadata, and pass it to ``found(_:of:)``.
    package mutating func take(
        now: Int,
        waits: Bool = true
    ) -> (ready: [(event: MPRISFollower.Event, at: Int)], unnamed: MPRISMetadata?) {
        var ready: [(event: MPRISFollower.Event, at: Int)] = []
        var unnamed: MPRISMetadata?
        while var next = waiting.first {
            if let metadata = next.event.metadata {
                let key = MPRISTrack.Key(metadata)
                if named?.key != key, !name(metadata, key, now: now, waits: waits) {
                    if look?.key != key {
                        look = (key, now)
                        unnamed = metadata
                    }
                    break
                }
                next.event.metadata?.item = named?.item
            }
            ready.append(next)
            waiting.removeFirst()
        }
        return (ready, unnamed)
    }

    /// Names an item without reading its file; returns false if the file must be read.
    private mutating func name(
        _ metadata: MPRISMetadata,
        _ key: MPRISTrack.Key,
        now: Int,
        waits: Bool
    ) -> Bool {
        var isFile = false
        let item = MPRISItem.name(of: metadata) { _ in
            isFile = true
            return nil
        }
        let isLate = look.map { $0.key == key && now - $0.since >= Self.timeoutMilliseconds }
        guard !isFile || !waits || isLate == true else { return false }
        named = (key, item)
        return true
    }
}

extension MPRISFollower.Event {
    fileprivate var metadata: MPRISMetadata? {
        get {
            switch self {
            case .changed(let properties): properties.metadata
            case .answered(_, let properties): properties?.metadata
            default: nil
            }
        }
        set {
            switch self {
            case .changed(var properties):
                properties.metadata = newValue
                self = .changed(properties)
            case .answered(let number, var properties):
                properties?.metadata = newValue
                self = .answered(number, properties)
            default: break
            }
        }
    }
}
