/// What devices that sync were told, what they answered, and so what they may hold.
///
/// All write the same items. Which of two writes wins is decided by the devices' clocks, which are
/// one clock here: so much is certain that a write loses against one that began after it was over.
package struct SyncBook: Sendable {
    /// One save or clear of an item.
    struct Write: Sendable {
        let device: Int
        /// Its place among the device's writes of the item.
        let place: Int
        /// The number that its title bears; nil: it cleared the item.
        let serial: Int?
        let began: Int
        /// When it was over, whether it was answered or not; nil: it is on its way.
        var ended: Int?
        /// It was answered that nothing came of it.
        var isVoid = false
    }

    /// Names a write that was begun.
    package struct Ticket: Sendable {
        let item: String
        let index: Int
    }

    /// How far clocks of one machine may be apart in two daemons, in milliseconds.
    package static let skew = 250
    /// How many writes were acknowledged.
    package private(set) var acknowledged = 0
    private var writes: [String: [Write]] = [:]
    /// The newest acknowledged write of each device, by item.
    private var newest: [String: [Int: Int]] = [:]
    private var underWay: [Int: [Ticket]] = [:]

    /// Nothing was written yet.
    package init() {}

    /// The items that were ever written.
    package var items: [String] { writes.keys.sorted() }

    /// A device is told to save an item, or to clear it.
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

    /// The device has answered the oldest write that it was told.
    ///
    /// - Parameters:
    ///   - isDone: whether it did it; it may also have found nothing to clear.
    ///   - device: which one.
    ///   - now: milliseconds since 1970.
    /// - Throws: that nothing was asked.
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

    /// The device died: what it was told last may have been done or not.
    package mutating func died(_ device: Int, now: Int) {
        for ticket in underWay[device] ?? [] { writes[ticket.item]?[ticket.index].ended = now }
        underWay[device] = nil
    }

    /// Compares where an item stands with what was written.
    ///
    /// - Parameters:
    ///   - serial: the number of the write that it shows; nil: it is not there.
    ///   - item: the item.
    ///   - devices: those whose acknowledged writes must have arrived there.
    /// - Throws: what was lost, or never written.
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

    /// An acknowledged write that cannot have lost against `found`.
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
