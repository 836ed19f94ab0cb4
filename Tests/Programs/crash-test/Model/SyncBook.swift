// SPDX-License-Identifier: Apache-2.0

/// A reference model of items on devices that sync: writes, answers, and the values that a device
/// may hold.
///
/// All devices write the same items. The devices' clocks decide which of two writes wins, and here
/// they are a single clock: so a write certainly loses against one that began after it had ended.
package struct SyncBook: Sendable {
    /// A save or a clear of an item.
    struct Write: Sendable {
        /// The device.
        let device: Int
        /// The index of the write among all writes of the item.
        let place: Int
        /// The number in its title; `nil` if it cleared the item.
        let serial: Int?
        /// The time at which it began, in milliseconds since 1970.
        let began: Int
        /// The time at which it ended, answered or not; `nil` while it is outstanding.
        var ended: Int?
        /// True if the answer reports that it had no effect.
        var isVoid = false
    }

    /// The identity of a write that was begun.
    package struct Ticket: Sendable {
        /// The item.
        let item: String
        /// The index of the write among all writes of the item.
        let index: Int
    }

    /// The maximum difference between the clocks of two daemons on one machine, in milliseconds.
    package static let skew = 250
    /// The number of acknowledged writes.
    package private(set) var acknowledged = 0
    private var writes: [String: [Write]] = [:]
    /// The newest acknowledged write of each device, by item.
    private var newest: [String: [Int: Int]] = [:]
    private var underWay: [Int: [Ticket]] = [:]

    /// Creates an empty model.
    package init() {}

    /// The items that were ever written.
    package var items: [String] { writes.keys.sorted() }

    /// Records that a device is asked to save or to clear an item.
    package mutating func begins(
        _ item: String,
        serial: Int?,
        on device: Int,
        now: Int
    ) -> Ticket {
        let all = writes[item, default: []]
        let write = Write(
            device: device,
            place: all.count,
            serial: serial,
            began: now,
            ended: nil
        )
        writes[item, default: []].append(write)
        let ticket = Ticket(item: item, index: all.count)
        underWay[device, default: []].append(ticket)
        return ticket
    }

    /// Records that a device has answered its oldest outstanding write.
    ///
    /// - Parameters:
    /// - isDone: true if the write was carried out; false if, for example, there was nothing to
    ///   clear.
    /// - device: the device.
    /// - now: the time in milliseconds since 1970.
    /// - Throws: a violation if no write is outstanding.
    package mutating func answered(isDone: Bool, by device: Int, now: Int) throws(Violation) {
        guard underWay[device]?.isEmpty == false, let ticket = underWay[device]?.removeFirst()
        else { throw Violation("device \(device) answered what nobody asked") }
        writes[ticket.item]?[ticket.index].ended = now
        guard isDone else {
            writes[ticket.item]?[ticket.index].isVoid = true
            return
        }
        acknowledged += 1
        newest[ticket.item, default: [:]][device] = ticket.index
    }

    /// Records that a device died: its outstanding writes may have been carried out or not.
    package mutating func died(_ device: Int, now: Int) {
        for ticket in underWay[device] ?? [] { writes[ticket.item]?[ticket.index].ended = now }
        underWay[device] = nil
    }

    /// Checks the value of an item on a device.
    ///
    /// - Parameters:
    /// - serial: the number of the write that it shows; `nil` if the item is not there.
    /// - item: the item.
    /// - devices: the devices whose acknowledged writes must have arrived there.
    /// - Throws: a write that was lost, or a value that was never written.
    package func finds(
        serial: Int?,
        of item: String,
        from devices: some Sequence<Int>
    ) throws(Violation) {
        let all = writes[item] ?? []
        let candidates = all.filter { $0.serial == serial && !$0.isVoid }
        guard let serial else {
            let needed = devices.compactMap { newest[item]?[$0] }
            if needed.isEmpty { return }
            for candidate in candidates where lost(under: candidate, item, devices) == nil {
                return
            }
            throw Violation("\(item) is lost: nobody cleared it after it was saved")
        }
        guard let found = candidates.first else {
            throw Violation("\(item) shows \(serial), which nobody wrote")
        }
        if let lost = lost(under: found, item, devices) {
            throw Violation(
                "\(item) shows \(serial) of device \(found.device), ended \(found.ended ?? 0); "
                    + "\(lost.serial.map(String.init) ?? "a clear") of device \(lost.device), "
                    + "begun \(lost.began), is lost"
            )
        }
    }

    /// Returns an acknowledged write that cannot have lost against `found`, or `nil` if there is
    /// none.
    private func lost(
        under found: Write,
        _ item: String,
        _ devices: some Sequence<Int>
    ) -> Write? {
        for device in devices {
            guard let index = newest[item]?[device], let last = writes[item]?[index] else {
                continue
            }
            let isLater =
                device == found.device
                ? last.place > found.place
                : last.began > (found.ended ?? .max - Self.skew) + Self.skew
            if isLater { return last }
        }
        return nil
    }
}
