// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// The end of a file, and failures to play it.
extension MPVFollower {
    /// Handles the end of a file, or its failure to open; entries numbered `list` may replace it.
    mutating func ended(_ ending: MPVEnding, _ error: String?, list: Range<Int>? = nil) {
        if track?.offered != nil { command(.withdrawGoBack) }
        if track?.watchesInput == true { command(.watchInput(false)) }
        defer {
            track = nil
            item = PlayedItem()
        }
        if ending == .redirect { listing.expanded(into: list) }
        guard track != nil, ending != .redirect, !item.isOver else { return }
        if ending == .error { return failed(error ?? "it cannot be played") }
        guard item.isFollowed || (ending == .eof && isAtEnd) else { return }
        switch ending {
        case .eof: endOfData()
        case .stop: save(as: .paused, .switch)
        default: save(as: .paused, .stop)
        }
    }

    /// True if the position is close enough to a known end to count as finished.
    ///
    /// mpv's last position report precedes the end, by more at high speed.
    var isAtEnd: Bool {
        guard let position, let duration = item.duration else { return false }
        return item.isAtEnd(position, within: max(2, min(30, duration / 10), 0.5 * (rate ?? 1)))
    }

    /// Judges and reports the end of the data, which ends the file only with further evidence.
    mutating func endOfData() {
        guard let track else { return }
        if track.isCut, !isAtEnd { return save(as: .paused, .stop) }
        if let file {
            let evidence = EndEvidence(
                opened: track.opened,
                ended: files.look(file),
                size: track.size,
                readTo: track.readTo
            )
            if evidence.hasGrown {
                // Playback from the end of the recorded part would end again at once.
                self.track?.position = max(0, (track.position ?? 0) - FileState.recordingSeconds)
                return broke("the file is still being written")
            }
            guard isAtEnd || evidence.isWhole else { return broke("it ended too early") }
            believeEnd()
        } else if !isAtEnd, item.duration != nil {
            return broke("it ended too early")
        }
        save(as: .finished, .stop)
    }

    private mutating func broke(_ reason: String) {
        save(as: .failed, .stop, reason: reason)
    }

    /// Corrects the duration of a finished local file.
    ///
    /// A duration may be an estimate. A file that was played to its end has the duration that it
    /// reached.
    private mutating func believeEnd() {
        guard let position, track?.isCut == false else { return }
        let isDisproved = item.duration.map { position > $0 + 1 } ?? true
        if isDisproved || !isAtEnd { item.duration = position }
    }

    /// Handles a file that could not be opened or failed during playback.
    private mutating func failed(_ reason: String) {
        guard let name = item.name else { return }
        if item.isFollowed { return save(as: .failed, .stop, reason: reason) }
        guard track?.evidence.loadedAt == nil else { return }
        // mpv only reports that loading failed.
        if isGone(name) { return call(.unavailable(item: name, reason: "no such file")) }
        // A missing network or disk does not make the stored position obsolete.
        if let point = item.point {
            track?.position = point.position
            item.duration = point.duration
            item.title = point.title
        } else {
            // mpv has already reported a local file that it cannot play; a stream may become
            // available again.
            guard isFromAfar else { return }
            track?.position = 0
        }
        save(as: .failed, .stop, reason: reason)
    }

    /// Returns true if a file was deleted, rather than its disk unmounted.
    private func isGone(_ name: String) -> Bool {
        guard name.hasPrefix("/"), !files.exists(name) else { return false }
        return files.canHaveLost(CanonicalName.folder(of: name), item.point?.at)
    }
}
