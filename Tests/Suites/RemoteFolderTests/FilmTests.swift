// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import RemoteFolder
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

/// A device that syncs with a real folder, on a clock that the test moves.
private struct FolderDevice {
    let store: MemoryStore
    let remote: FolderRemote
    var machine: SyncMachine
    var now = SyncMoment(trusted: 1_000_000, elapsed: 0)
    /// The number of files written: segments, and presences.
    private(set) var segments = 0
    private(set) var presences = 0

    init(_ number: UInt64, in folder: SharedFolderHarness) {
        let origin = Origin(device: number, incarnation: 1)
        store = MemoryStore(origin: origin, label: "device \(number)")
        remote = folder.remote(number)
        var schedule = SyncSchedule.Settings()
        schedule.needsNetwork = false
        machine = SyncMachine(
            settings: SyncSettings(),
            own: origin,
            schedule: schedule,
            seed: number
        )
    }

    mutating func happens(_ event: SyncSchedule.Event) async throws {
        var actions = machine.event(.schedule(event), now: now)
        while !actions.isEmpty {
            switch actions.removeFirst() {
            case .ended: break
            case .store(let step):
                let settings = machine.settings
                let result = try step.perform(on: store, settings: settings, now: now.trusted)
                actions += machine.event(.stored(result), now: now)
            case .remote(let call):
                if case .push = call { segments += 1 }
                if case .report = call { presences += 1 }
                actions += machine.event(.remote(await call.perform(on: remote)), now: now)
            }
        }
    }

    /// Plays a film for a time with a tick each 2 s.
    mutating func play(seconds: Int) async throws {
        for second in stride(from: 0, to: seconds, by: 2) {
            _ = store.save("film", Double(second), status: .playing, now: now.trusted)
            try await happens(.changed(isTick: true))
            let end = now.elapsed + 2_000
            while let deadline = machine.deadline, deadline <= end {
                pass(until: deadline)
                try await happens(.woke)
            }
            pass(until: end)
        }
    }

    mutating func pass(until time: Int) {
        let wait = max(0, time - now.elapsed)
        now.trusted += wait
        now.elapsed += wait
    }
}

/// The files that a film costs in a shared folder.
@Suite struct `A film of two hours` {
    private let folder: SharedFolderHarness

    init() throws { folder = try SharedFolderHarness() }

    @Test(arguments: [true, false])
    func `without another device in the foreground, a film writes one file every 45 s`(
        isInFront: Bool
    ) async throws {
        var (attic, cellar) = (FolderDevice(1, in: folder), FolderDevice(2, in: folder))
        try await attic.happens(.started)
        try await cellar.happens(.started)
        try await attic.happens(.players(arePlaying: true))
        if isInFront { try await attic.happens(.surfaces(areInFront: true)) }
        let before = (attic: attic, cellar: cellar)
        for _ in 0..<180 {
            try await attic.play(seconds: 40)
            // The folder's program takes up to 40 s, so the clocks remain uncertain.
            cellar.pass(until: attic.now.elapsed)
            try await cellar.happens(.notified)
        }
        #expect((155...170).contains(attic.segments - before.attic.segments))
        #expect((10...20).contains(attic.presences - before.attic.presences))
        #expect((10...20).contains(cellar.presences - before.cellar.presences))
        // While the cellar is in front, it is as many in a few minutes.
        try await cellar.happens(.surfaces(areInFront: true))
        try await cellar.happens(.woke)
        try await attic.happens(.notified)
        let segments = attic.segments
        try await attic.play(seconds: 240)
        #expect((70...100).contains(attic.segments - segments))
    }

    @Test(.timeLimit(.minutes(10)))
    func `a surface that enters or leaves the foreground is reported to other devices`()
        async throws
    {
        let (attic, cellar) = (folder.remote(1), folder.remote(2))
        _ = try await attic.setUp()
        _ = try await cellar.setUp()
        var presence = DevicePresence(
            origin: Origin(device: 2, incarnation: 1),
            label: "cellar",
            at: 1,
            round: 1,
            seen: [:]
        )
        try await cellar.report(presence)
        var news = attic.notifications().makeAsyncIterator()
        for isInFront in [true, false] {
            presence.round += 1
            presence.isInFront = isInFront
            try await cellar.report(presence)
            #expect(await news.next() != nil)
            #expect(try await attic.devices().map(\.isInFront) == [isInFront])
        }
    }
}
