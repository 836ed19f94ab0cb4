// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel
internal import SyncTesting

extension Simulation {
    /// The maximum error that a time gains on its way from one device to the next while the two do
    /// not know the difference between their clocks, in milliseconds.
    private var passageError: Int {
        let clocks = (skews.max() ?? 0) - (skews.min() ?? 0)
        guard plan.manners.measuresWaits else { return clocks }
        // The remote measures neither the way to it nor the way back, nor the wait of a repetition.
        let delays = 2 * plan.latency + (plan.repeated > 0 ? Self.repetitionMilliseconds : 0)
        return delays + (plan.mishaps[.clockSet] == 0 ? 0 : clocks)
    }

    /// Records which times no device and no record has first-hand any more, after a store or the
    /// remote returned to an older copy.
    mutating func noteLostTimes() {
        var copies: [Truth.Copy] = []
        // Under `server` and `client`, a device may exchange its copy for another value, and then
        // get its own value back from a device that estimates the time.
        let keepsCopies = (plan.strategies + [plan.choosyStrategy]).allSatisfy {
            $0 == .newest || $0 == .furthest
        }
        for (number, home) in homes.enumerated() {
            for case .point(let point)? in Self.items.map({ home.store.item($0)?.value }) {
                let time = point.at.rawValue - home.skew
                let device = keepsCopies ? number : nil
                copies.append(Truth.Copy(position: point.position, device: device, time: time))
            }
        }
        for record in server.records {
            let sender = record.operation.origin.device
            guard case .item(let version) = record.content, case .point(let point) = version.value,
                let number = homes.firstIndex(where: { $0.store.origin.device == sender })
            else { continue }
            let time = record.sentAt.rawValue - point.age - homes[number].skew
            copies.append(Truth.Copy(position: point.position, device: number, time: time))
        }
        truth.doubt(copies, gain: passageError * (homes.count - 1))
    }

    /// Returns the faults in the ages of points, once the devices have synced.
    ///
    /// All devices agree on an age. It is right, unless the first-hand copies of it are lost.
    func ageFaults() -> [String] {
        Self.items.flatMap { item in
            let points = homes.compactMap { home -> (position: Double, time: Int)? in
                guard case .point(let point)? = home.store.item(item)?.value,
                    truth.hasTime(of: point.position)
                else { return nil }
                return (point.position, point.at.rawValue - home.skew)
            }
            let times = points.map(\.time)
            let tolerance = Truth.toleranceMilliseconds + DeviceClocks.toleranceMilliseconds
            if let first = times.min(), let last = times.max(), last - first > 2 * tolerance {
                return ["\(item) is \(last - first) ms older on one device than on another"]
            }
            return points.compactMap { truth.fault(in: item, at: $0.position, of: $0.time) }
        }
    }
}
