// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// The end of a file, and what else keeps it from being played.
extension MPVFollower {
    /// Handles the end of a file, or its failure to open; entries with the numbers `list` may have
    /// taken its place.
    mutating func ended(_ ending: MPVEnding, _ error: String?, list: Range<Int>? = nil) {
        if track?.offered != nil { command(.withdrawGoBack) }
        if track?.watchesInput == true { command(.watchInput(false)) }
        defer { track = nil }
        if ending == .redirect { listing.expanded(into: list) }
        guard let track, ending != .redirect, !track.isOver else { return }
        if ending == .error { return failed(error ?? "it cannot be played") }
        guard track.isSettled || (ending == .eof && track.isAtEnd(speed: speed)) else { return }
        switch ending {
        case .eof: endOfData()
        case .stop: save(as: .paused, .switch)
        default: save(as: .paused, .stop)
        }
    }

    /// Judges and reports the end of the data, which is the end of the file only with evidence.
    mutating func endOfData() {
        guard let track else { return }
        let isAtEnd = track.isAtEnd(speed: speed)
        if track.isCut, !isAtEnd { return save(as: .paused, .stop) }
        if let file = track.file {
            let evidence = EndEvidence(
                opened: track.opened,
                ended: files.look(file),
                size: track.size,
                readTo: track.readTo
            )
            if evidence.hasGrown {
                // Right at the end of what was there it would end again at once.
                let position = max(0, (track.position ?? 0) - FileState.recordingSeconds)
                self.track?.position = position
                return broke("it is still being written")
            }
            guard isAtEnd || evidence.isWhole else { return broke("it ended too early") }
            believeEnd()
        } else if !isAtEnd, track.duration != nil {
            return broke("it ended too early")
        }
        save(as: .finished, .stop)
    }

    private mutating func broke(_ reason: String) {
        save(as: .failed, .stop, reason: reason)
    }

    /// Corrects the duration of a local file that is over.
    ///
    /// A duration may be an estimate. A file that is played to its end is as long as it turned out
    /// to be.
    private mutating func believeEnd() {
        guard let track, !track.isCut, let position = track.position else { return }
        let isDisproved = track.duration.map { position > $0 + 1 } ?? true
        if isDisproved || !track.isAtEnd(speed: speed) { self.track?.duration = position }
    }

    /// Handles a file that could not be opened or failed during playback.
    private mutating func failed(_ reason: String) {
        guard let track, let item = track.item else { return }
        if track.isSettled { return save(as: .failed, .stop, reason: reason) }
        guard track.resumption.loadedAt == nil else { return }
        // mpv says no more than that loading failed.
        if isGone(item) { return call(.unavailable(item: item, reason: "no such file")) }
        // A network or a disk that is away for now does not make the stored position obsolete.
        if let point = track.point {
            self.track?.position = point.position
            self.track?.duration = point.duration
            self.track?.title = point.title
        } else {
            // mpv has shown a person a file that it cannot play; a stream may come back.
            guard track.isFromAfar else { return }
            self.track?.position = 0
        }
        save(as: .failed, .stop, reason: reason)
    }

    /// Returns true if a file is missing from its directory, and not with its disk.
    private func isGone(_ item: String) -> Bool {
        guard item.hasPrefix("/"), !files.exists(item) else { return false }
        return files.canHaveLost(CanonicalName.folder(of: item), track?.point?.at)
    }
}
