// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

final class UndoManyJob: Job {
    let caller: Caller?
    let writes = true
    private let playback: PlaybackCalls
    private var items: ArraySlice<String>
    private var restored = 0
    private var lost = 0

    init(_ items: [String], of playback: PlaybackCalls, for caller: Caller) {
        self.items = items[...]
        self.playback = playback
        self.caller = caller
    }

    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        let begin = ContinuousClock.now
        try playback.log.withinCall { () throws(StateError) in
            while ContinuousClock.now - begin < Jobs.timePerSlice, let item = items.popFirst() {
                switch try playback.restoreLast(item, now: now) {
                case true?: restored += 1
                case false?: lost += 1
                case nil: break
                }
            }
        }
        guard items.isEmpty else { return nil }
        return Playback.UndoMany.answer(.init(restored: restored, lost: lost))
    }
}
