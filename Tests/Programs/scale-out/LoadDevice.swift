// SPDX-License-Identifier: Apache-2.0
import Glibc
import RemoteNATS
import StateModel
import SyncModel
import Synchronization

/// A device without a store: it changes an item now and then, and reads what others change.
final class LoadDevice: Sendable {
    private let number: Int
    private let remote: NATSRemote
    private let cursor = Mutex<RemoteCursor?>(nil)
    private let origin: Origin
    private let operations = Mutex(0)

    /// Creates a device that has not connected.
    init(number: Int, place: NATSPlace) {
        self.number = number
        origin = Origin(device: UInt64(number + 1), incarnation: 1)
        remote = NATSRemote(place, origin: origin, known: nil)
    }

    /// Connects, and reads everything.
    func join() async throws {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            do {
                _ = try await remote.setUp()
                _ = try await read()
                return
            } catch let error as RemoteError {
                guard ContinuousClock.now < end else { throw error }
                poll(nil, 0, 50)
            }
        }
    }

    /// Reads what is new; returns the delays of the changes of others, in milliseconds.
    private func read() async throws -> [Double] {
        var delays: [Double] = []
        while true {
            let page = try await remote.page(after: cursor.withLock { $0 }, limit: 500)
            guard case .entries(let entries, let next, let more) = page else {
                cursor.withLock { $0 = nil }
                continue
            }
            let now = Self.microseconds()
            for entry in entries where entry.record.operation.origin != origin {
                guard case .item(let version) = entry.record.content,
                    case .point(let point) = version.value
                else { continue }
                delays.append((Double(now) - point.position * 1_000) / 1_000)
            }
            cursor.withLock { $0 = next }
            if !more { return delays }
        }
    }

    /// The time since the machine started, in microseconds: the same for all devices here.
    private static func microseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }

    /// Changes an item now and then and reads the changes of others when they are announced.
    func live(until end: ContinuousClock.Instant) async -> (changes: Int, delays: [Double]) {
        let tally = Tally()
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                for await _ in remote.notifications() {
                    // A failed round is made up for by the next one.
                    let read = try? await read()
                    tally.delays.withLock { $0 += read ?? [] }
                }
            }
            let pause = DeviceLoad.pauseSeconds * 1_000
            var next = ContinuousClock.now + .milliseconds(Int.random(in: 0..<pause))
            while next < end {
                try? await Task.sleep(until: next, clock: .continuous)
                if (try? await change()) == true { tally.changes.withLock { $0 += 1 } }
                next += .milliseconds(pause)
            }
            // What was changed last is on its way.
            try? await Task.sleep(until: end + .seconds(1), clock: .continuous)
            group.cancelAll()
        }
        return (tally.changes.withLock { $0 }, tally.delays.withLock { $0 })
    }

    /// The counts of a device.
    private final class Tally: Sendable {
        let delays = Mutex<[Double]>([])
        let changes = Mutex(0)
    }

    /// Changes this device's item; returns true if the servers have it.
    private func change() async throws -> Bool {
        let number = operations.withLock { count in
            count += 1
            return count
        }
        let stamp = Stamp(key: OrderKey(time: Timestamp(number), after: nil), origin: origin)
        let point = SyncedPoint(
            player: "mpv",
            status: .paused,
            position: Double(Self.microseconds()) / 1_000,
            duration: nil,
            title: "a film with a title",
            device: "device \(self.number)",
            age: 0,
            life: 86_400_000
        )
        // A new item each time: what the driver does with a known tag is the same.
        let key = SyncKey(kind: .point, name: "file:///films/\(self.number)/\(number).mkv")
        let version = ItemVersion(
            key: key,
            stamp: stamp,
            value: .point(point),
            seen: VersionVector([stamp])
        )
        let record = RemoteRecord(
            operation: Operation(origin: origin, number: number),
            sentAt: Timestamp(number),
            content: .item(version)
        )
        if case .stored = try await remote.push([record]).first { return true }
        return false
    }
}
