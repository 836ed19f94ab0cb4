// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

extension MPVFollower {
    /// The maximum number of unconfirmed requests; an mpv that hangs confirms none.
    private static let maximumRequests = 64

    mutating func obey(_ request: SurfaceRequest) {
        var state = requestedState
        state.isLoaded = track?.isLoaded == true
        // Only mpv knows whether there is a next entry, because it may repeat its playlist.
        switch request.decision(in: state) {
        case .refuse(let answer): call(.answer(answer))
        case .take(let step, let answer):
            if requested.count >= Self.maximumRequests { requested = [:] }
            requested[request.number] = answer
            let step = MPVCommand(step, clockStart: track?.clockStart ?? 0)
            command(.requested(step, request.number))
        }
    }

    mutating func confirmed(_ number: Int, _ error: String?) {
        guard var answer = requested.removeValue(forKey: number) else { return }
        // mpv does not report in any other way that its playlist has no further entry.
        let isMove = answer.isPlaying == nil
        answer.refusal = error.map { isMove ? "there is no such item in its playlist" : $0 }
        call(.answer(answer))
    }
}

extension MPVCommand {
    fileprivate init(_ step: PlayerStep, clockStart: Double) {
        self =
            switch step {
            case .play: .pause(false)
            case .pause: .pause(true)
            case .seek(let position): .seek(position + clockStart)
            case .next: .next
            case .previous: .previous
            case .stop: .stop
            case .open(let item): .load(path: item, at: nil)
            }
    }
}
