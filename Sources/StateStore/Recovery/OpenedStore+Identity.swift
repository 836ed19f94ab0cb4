// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SyncModel
internal import SystemSupport

// The identity of a store and the incarnation of its device, which are decided when the store is
// opened.
extension OpenedStore {
    /// Determines the identity of the store and the origin of its device.
    ///
    /// A copy of a store, or a store moved to another machine, begins a new epoch, which makes old
    /// tokens invalid. For sync, a copy is a new incarnation of its device, and a store on another
    /// machine is another device, because the original may still be in use.
    static func identify(
        _ meta: Meta,
        _ file: StoreFile,
        _ options: Store.Options
    ) throws(StoreError) -> (identity: StoreIdentity, origin: Origin) {
        try RawSQLite.execute("BEGIN IMMEDIATE", on: file.handle)
        do throws(StoreError) {
            let identity = try tokens(meta, options) { isElsewhere throws(StoreError) in
                try begin(isElsewhere ? .device : .incarnation, meta, file)
            }
            let origin = try own(meta, file, label: options.device)
            try RawSQLite.execute("COMMIT", on: file.handle)
            return (identity, origin)
        } catch {
            if RawSQLite.isInTransaction(file.handle) {
                try? RawSQLite.execute("ROLLBACK", on: file.handle)
            }
            throw error
        }
    }

    private static func tokens(
        _ meta: Meta,
        _ options: Store.Options,
        moved: (Bool) throws(StoreError) -> Void
    ) throws(StoreError) -> StoreIdentity {
        let machine = try meta.text(.machine)
        guard let store = try meta.text(.store) else {
            // The leading letter prevents SQLite from reading a text such as 617e08 as a number.
            let fresh = "s" + String(UInt64.random(in: .min ... .max), radix: 16)
            try meta.set(.store, fresh)
            try meta.set(.epoch, 1)
            try meta.set(.machine, options.machine)
            return StoreIdentity(store: fresh, epoch: 1)
        }
        var epoch = try meta.number(.epoch)
        let isElsewhere = (machine ?? "") != options.machine
        if try meta.number(.copied) != 0 || isElsewhere {
            // The random step prevents two copies of one file from choosing the same epoch.
            epoch += Int.random(in: 1...1_000_000)
            try meta.set(.epoch, epoch)
            try meta.set(.copied, 0)
            try meta.set(.machine, options.machine)
            try moved(isElsewhere)
        }
        return StoreIdentity(store: store, epoch: epoch)
    }

    /// Begins a new incarnation of the device, or a new device.
    ///
    /// Earlier events of the device keep the former origin.
    static func begin(
        _ identity: SyncChanges.Identity,
        _ meta: Meta,
        _ file: StoreFile
    ) throws(StoreError) {
        guard let device = try ownDevice(file) else { return }
        let incarnation = max(1, try meta.number(.incarnation))
        let former = Origin(device: device, incarnation: incarnation)
        try file.run(
            "INSERT INTO device (number, origin, label) "
                + "SELECT (SELECT max(number) + 1 FROM device), ?1, label FROM device "
                + "WHERE number = 1",
            "\(former)"
        )
        let select = try file.prepare("SELECT number FROM device WHERE origin = ?1", "\(former)")
        guard let number = try select.first({ $0.int(0) as Int }) else { return }
        try file.run(
            "UPDATE event SET checksum = "
                + EventTable.checksum(
                    with: "?1",
                    for: "origin",
                    shift: RowChecksum.eventOriginShift
                ) + ", origin = ?1 WHERE origin = \(DeviceID.own)",
            number
        )
        guard identity == .device else {
            // The time makes it higher than each incarnation that began from the same copy before.
            let time = min(microseconds(of: CLOCK_REALTIME), RecordCount.range.upperBound / 2)
            return try meta.set(.incarnation, max(incarnation, time) + Int.random(in: 1...1_000))
        }
        try meta.set(.incarnation, 1)
        try file.run("UPDATE device SET origin = ?1 WHERE number = 1", randomDevice())
    }

    private static func ownDevice(_ file: StoreFile) throws(StoreError) -> UInt64? {
        let select = try file.prepare("SELECT origin FROM device WHERE number = 1")
        return try select.first { UInt64($0.text(0), radix: 16) } ?? nil
    }

    private static func randomDevice() -> String {
        String(UInt64.random(in: .min ... .max), radix: 16)
    }

    private static func own(
        _ meta: Meta,
        _ file: StoreFile,
        label: String
    ) throws(StoreError) -> Origin {
        try file.run(
            "INSERT INTO device (number, origin, label) VALUES (1, ?1, ?2) "
                + "ON CONFLICT (number) DO UPDATE SET label = excluded.label "
                + "WHERE label <> excluded.label",
            randomDevice(),
            label
        )
        return try origin(meta, file)
    }

    static func origin(_ meta: Meta, _ file: StoreFile) throws(StoreError) -> Origin {
        guard let device = try ownDevice(file) else {
            throw StoreError(.corrupt, "\(file.path): the device has no name")
        }
        return Origin(device: device, incarnation: max(1, try meta.number(.incarnation)))
    }
}
