// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

extension MPVFollower {
    /// Handles the end of a file, or a failure to open it.
    ///
    /// `list` has the numbers of the entries that replace the ended one; `nil` if there are none.
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

    /// True if the position is so close to a known end that the file is finished.
    ///
    /// The last position that mpv reports precedes the end; the distance grows with the playback
    /// speed.
    var isAtEnd: Bool {
        guard let position, let duration = item.duration else { return false }
        return item.isAtEnd(position, within: max(2, min(30, duration / 10), 0.5 * (rate ?? 1)))
    }

    /// Handles the end of the data.
    ///
    /// A local file, or a stream of known length, is finished only if other evidence confirms the
    /// end.
    mutating func endOfData() {
        guard let track else { return }
        let isAtBeginning = track.isReversed && track.position ?? 0 < PlayedItem.nearness
        if isAtBeginning || track.isCut && !isAtEnd { return save(as: .paused, .stop) }
        if let file {
            let evidence = EndEvidence(
                opened: track.opened,
                ended: files.look(file),
                size: track.size,
                readTo: track.readTo
            )
            if evidence.hasGrown {
                // At the end of the recorded part, playback would immediately end again.
                self.track?.position = max(0, (track.position ?? 0) - FileState.recordingSeconds)
                return saveAsFailed("the file is still being written")
            }
            guard isAtEnd || evidence.isWhole else { return saveAsFailed("it ended too early") }
            correctDuration()
        } else if !isAtEnd, item.duration != nil {
            return saveAsFailed("it ended too early")
        }
        // An end without playback is no evidence, so the stored position is kept.
        guard track.isPlayed || item.isChosen || item.point == nil else { return }
        save(as: .finished, .stop)
    }

    /// Reports a failure, which never moves the stored position to one that was not played.
    private mutating func saveAsFailed(_ reason: String) {
        if track?.isPlayed == false, let point = item.point {
            keep(point)
        } else if isJumping, let reported = item.reported {
            track?.position = reported
        }
        save(as: .failed, .stop, reason: reason)
    }

    private mutating func keep(_ point: ResumePoint) {
        track?.position = point.position
        item.duration = point.duration
        item.title = point.title
    }

    /// Corrects the duration of a finished local file, because the duration may be an estimate.
    ///
    /// If it contradicts the position at the end of the file, the position becomes the duration.
    private mutating func correctDuration() {
        guard let position, track?.isCut == false else { return }
        let isDisproved = item.duration.map { position > $0 + 1 } ?? true
        if isDisproved || !isAtEnd { item.duration = position }
    }

    /// True if a file that could not be opened is reported once the daemon answers.
    package var awaitsReport: Bool { unopened?.item.name != nil }

    mutating func askForUnopened() {
        if let name = unopened?.item.name { call(.resume(item: name, facts: MediaFacts())) }
    }

    /// Reports a file that could not be opened, once the daemon has sent its resume point.
    mutating func reportUnopened(_ name: String, _ point: ResumePoint?) {
        guard let file = unopened, ExactString.same(file.item.name, name) else { return }
        let current = (item: item, track: track)
        unopened = nil
        item = file.item
        track = file.track
        item.point = point
        item.target = point?.position ?? 0
        failed(file.reason)
        item = current.item
        track = current.track
    }

    private mutating func failed(_ reason: String) {
        guard let name = item.name, item.isFollowed || item.point != nil || item.target != nil
        else {
            unopened = UnopenedFile(item: item, track: track, reason: reason)
            return
        }
        let isOpened = track?.isPlayed == true || item.isReported
        if item.isFollowed, isOpened { return saveAsFailed(reason) }
        guard item.isFollowed || track?.evidence.loadedAt == nil else { return }
        // mpv does not report the reason why loading failed.
        if !item.isFollowed, files.isGone(name, storedAt: item.point?.at) {
            return call(.unavailable(item: name, reason: "no such file"))
        }
        // If a network or disk is missing, the stored position is still valid.
        if let point = item.point {
            keep(point)
        } else {
            // mpv itself reports that it cannot play a local file. A stream may become available
            // again.
            guard isRemote else { return }
            track?.position = 0
        }
        save(as: .failed, .stop, reason: reason)
    }
}
