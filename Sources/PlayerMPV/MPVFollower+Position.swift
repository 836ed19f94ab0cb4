// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel
internal import Varlink

// The playback of a file, and the exchange with the daemon.
extension MPVFollower {
    /// Handles the change of a property.
    mutating func changed(_ property: MPVProperty, _ value: JSONValue?, now: Int) {
        switch (property, value) {
        case (.path, .string(let path)): named(path, now: now)
        case (.workingDirectory, .string(let path)):
            directory = workingDirectory ?? path
            names = [:]
            listed(list, now: now)
        case (.dvd, .string(let device)), (.bluray, .string(let device)):
            discs[property] = device.isEmpty ? nil : device
        case (.position, let value?): moved(to: place(value), now: now)
        case (.duration, let value?): track?.duration = value.number
        case (.size, .int(let bytes)): track?.size = max(0, bytes)
        case (.readTo, .int(let bytes)): track?.readTo = bytes
        case (.title, .string(let title)): track?.title = title
        case (.pause, let value): paused(value == .bool(true), now: now)
        case (.shuffle, let value): listing.isShuffled = value == .bool(true)
        case (.playlistStart, let value):
            listing.startsAnywhere = value == nil || value == .string("auto")
        case (.speed, let value): speed = value?.number
        case (.eofReached, .bool(true)): reachedEnd()
        case (.playlist, let value?): if arranging == nil { listed(value, now: now) }
        default: break
        }
    }

    /// Handles the current playlist.
    mutating func listed(_ value: JSONValue, now: Int) {
        list = value
        // mpv sends a list of thousands again with each file; known names save the file system
        // calls.
        var names: [String: String] = [:]
        playlist = MPVPlaylist(value) { file in
            names[file] = self.names[file] ?? name(file)
            return names[file]
        }
        self.names = names
        lookUp(now: now)
    }

    private mutating func moved(to position: Double?, now: Int) {
        guard let position, let track else { return }
        self.track?.position = position
        guard track.isSettled, track.isReported, !isPaused, !track.isOver, !track.isSeeking,
            !track.reopening.isAsking
        else { return }
        // The clock may have been set back.
        let isDue =
            track.storedAt.map { !(0..<Self.storeIntervalMilliseconds).contains(now - $0) } ?? false
        guard
            isDue
                || track.tickedAt.map({ !(0..<Self.tickIntervalMilliseconds).contains(now - $0) })
                    ?? true
        else { return }
        self.track?.tickedAt = now
        if isDue || track.storedAt == nil { self.track?.storedAt = now }
        // A save is stored for certain: no stored position is more than two seconds old.
        if isDue { return save(as: .playing, .tick) }
        guard let snapshot = self.track?.snapshot(by: player, .playing, .tick, rate: speed) else {
            return
        }
        self.track?.reported = snapshot.position
        call(.tick(snapshot))
    }

    private mutating func paused(_ paused: Bool, now: Int) {
        guard paused != isPaused else { return }
        isPaused = paused
        guard let track, let item = track.item, track.isReported, track.isSettled, !track.isOver
        else { return }
        if paused {
            self.track?.reopening = .paused(since: now)
            ask(.position, about: .pause)
        } else if isAttached, self.track?.reopening.asks(now: now) == true {
            call(.resume(item: item))
        } else {
            save(as: .playing, .tick)
        }
    }

    /// Goes on after a pause: where the player stands, or where another one is further since.
    ///
    /// - Parameters:
    ///   - point: The daemon's resume point; `nil` if there is none.
    ///   - position: The position to continue at, in seconds.
    ///   - isHeld: True if the player is not to be moved there.
    mutating func reopen(_ point: ResumePoint?, at position: Double, isHeld: Bool) {
        guard let track, let here = track.position else { return }
        self.track?.reopening = .done
        let place = Reopening.further(
            point,
            at: position,
            than: here,
            known: track.point,
            reported: track.reported
        )
        guard let place else { return save(.tick) }
        self.track?.point = point
        // Beyond its end mpv would end the file.
        guard track.isSeekable, !isHeld, place < (track.duration ?? .infinity) - 1 else {
            return miss(place)
        }
        self.track?.reopenedTo = place
        seek(to: place)
    }

    /// Handles the end of a file that mpv keeps open.
    private mutating func reachedEnd() {
        guard let track, track.isSettled, !track.isOver,
            !track.isCut || track.isAtEnd(speed: speed)
        else { return }
        endOfData()
        self.track?.isOver = true
    }

    /// Handles a new connection to the daemon: reports the current state, or asks for the resume
    /// point.
    mutating func attach() {
        track?.lookup?.attached()
        guard let track, let item = track.item, !track.isOver else { return }
        if track.isSettled {
            save(track.isSeeking ? .seek : .tick)
        } else if track.resumption.phase == .open {
            call(.resume(item: item))
        }
    }

    /// Completes an event: moves the file if that is due, reports it, and settles the queue.
    mutating func settle(now: Int) {
        if listing.asks(about: list, entry: track?.entry, canAsk: isAttached, now: now) {
            call(.recent)
        }
        release()
        if track?.watchesInput == true, track?.resumption.isOpening(now: now) == false {
            track?.watchesInput = false
            command(.watchInput(false))
        }
        // An item without a name is not reported, so there is nothing to wait for.
        if track?.item != nil {
            identify()
            if !listing.isOpen, track?.claim == nil, track?.isJudging(now: now) == false,
                case .seek(let position)? = track?.resumption.decide(now: now)
            {
                seek(to: position)
            }
            tellBeginning(now: now)
            nameContents()
            offerExpired()
        }
        if track?.reopening.isTooLate(now: now) == true {
            reopen(nil, at: 0, isHeld: false)
        }
        settleOrders()
    }

    /// Reports that the file is played, once its position counts and is known.
    private mutating func tellBeginning(now: Int) {
        guard let track, track.isSettled, !track.isReported, !track.isSeeking, track.position != nil
        else { return }
        if isPaused, track.reopening == .done { self.track?.reopening = .paused(since: now) }
        self.track?.protectPoint()
        let isMeant = track.resumption.isChosen || self.track?.holdBack != nil
        save(isMeant ? .seek : .load)
    }

    /// Reports the content key of the played file to the daemon, once the item has a resume point.
    private mutating func nameContents() {
        guard isAttached, let track, track.isSettled, let reported = track.reported else { return }
        take(self.track?.lookup?.reported(reported))
    }

    /// Tells the person of the position that had expired when the file was opened.
    private mutating func offerExpired() {
        guard let track, let item = track.item, let at = track.expiredAt, track.offered == nil,
            track.isReported, !track.resumption.isChosen,
            let position = orders.expiredPosition(of: item)
        else { return }
        self.track?.offered = position
        command(.defineGoBack)
        command(.offerGoBack)
        actions.append(.expired(item: item, position: position, at: at))
    }

    /// Goes to the expired position, as a person would.
    mutating func goBack() {
        guard let position = track?.offered else { return }
        command(.withdrawGoBack)
        command(.seek(position + (track?.clockStart ?? 0)))
    }

    /// Carries out the orders of other surfaces, and reports the queue after the file.
    private mutating func settleOrders() {
        let isSteady =
            track.map { $0.isReported || $0.isHeld || $0.item == nil && $0.path != nil }
            ?? (playlist.current == nil)
        guard isAttached, isSettled, isSteady, arranging == nil else { return }
        switch orders.step(playing: track?.item, queue: playlist.queue) {
        case nil: break
        case .tell(let queue, let revision): call(.setQueue(queue, ifRevision: revision))
        case .play(let item?, let queue): arrange { $0.play(item) + $0.arrange(queue) }
        case .play(nil, _): command(.stop)
        case .arrange(let queue): arrange { $0.arrange(queue) }
        }
    }

    /// Changes mpv's playlist and asks for the result; no queue is reported before the answer.
    private mutating func arrange(_ change: (inout MPVPlaylist) -> [MPVCommand]) {
        let commands = change(&playlist)
        guard !commands.isEmpty else { return }
        for command in commands { self.command(command) }
        let number = number(of: .playlist, about: track)
        arranging = number
        command(.get(.playlist, number))
    }
}
