// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel
internal import Varlink

extension MPVFollower {
    mutating func changed(_ property: MPVProperty, _ value: JSONValue?) {
        switch (property, value) {
        case (.path, .string(let path)): named(path)
        case (.workingDirectory, .string(let path)):
            directory = workingDirectory ?? path
            names = [:]
            listed(list)
        case (.dvd, .string(let device)), (.bluray, .string(let device)):
            discs[property] = device.isEmpty ? nil : device
        case (.position, let value?): moved(to: place(value))
        case (.duration, let value?): item.duration = track?.length.report(value.numericValue)
        case (.size, .int(let bytes)): track?.size = max(0, bytes)
        case (.readTo, .int(let bytes)): track?.readTo = bytes
        case (.title, .string(let title)): item.title = title
        case (.pause, let value): paused(value == .bool(true))
        case (.speed, let value): rate = value?.numericValue
        case (.eofReached, .bool(true)): reachedEnd()
        case (.playlist, let value?):
            if arranging == nil { listed(value) }
            listing.given(value, track, now: now)
        default: listing.set(property, value)
        }
    }

    mutating func listed(_ value: JSONValue) {
        list = value
        // mpv sends all entries again for each file; known names save thousands of system calls.
        var names: [String: String] = [:]
        playlist = MPVPlaylist(value) { file in
            names[file] = self.names[file] ?? name(file)
            return names[file]
        }
        self.names = names
        lookUp()
        guard var file = unopened, file.item.name == nil, let entry = file.track?.entry,
            let path = list.path(ofEntry: entry)
        else { return }
        file.item.name = name(path)
        unopened = file
        askForUnopened()
    }

    private mutating func moved(to position: Double?) {
        guard let position, track != nil else { return }
        track?.move(to: position)
        tick()
    }

    private mutating func paused(_ paused: Bool) {
        guard paused != isPaused else { return }
        isPaused = paused
        guard item.isReported, item.isFollowed, !item.isOver else { return }
        guard paused else { return playbackContinued() }
        item.reopening = .paused(since: now)
        ask(.position, .pause)
    }

    private mutating func reachedEnd() {
        guard let track, item.isFollowed, !item.isOver, !track.isCut || isAtEnd else { return }
        endOfData()
        item.isOver = true
    }

    mutating func settle() {
        if listing.asks(about: list, entry: track?.entry, canAsk: isAttached, now: now) {
            call(.recent)
        }
        chooseEntry()
        release()
        if track?.watchesInput == true, track?.evidence.isOpening(now: now) == false {
            track?.watchesInput = false
            command(.watchInput(false))
        }
        // An item without a name is not reported, so no request for a resume point can be pending.
        if item.name != nil {
            decide()
            reportBeginning()
            nameContents()
            offerExpired()
        }
        endLateReopening()
        settleOrders()
    }

    /// Tells the user that the file's position had expired before the file was opened.
    private mutating func offerExpired() {
        guard let name = item.name, let at = track?.expiredAt, track?.offered == nil,
            item.isReported, !item.isChosen, let position = orders.expiredPosition(of: name)
        else { return }
        track?.offered = position
        command(.defineGoBack)
        command(.offerGoBack)
        actions.append(.expired(item: name, position: position, at: at))
    }

    mutating func goBack() {
        guard let position = track?.offered else { return }
        command(.withdrawGoBack)
        command(.seek(position + (track?.clockStart ?? 0)))
    }

    /// Executes the requests from other surfaces, and sends the queue to the daemon.
    private mutating func settleOrders() {
        let entry = list.entry(at: playlist.current)
        let isOpen = track?.isEntry(entry) == true
        let isKnown = item.isReported || isHeld || item.name == nil && item.path != nil
        let isSteady = track == nil ? playlist.current == nil : isKnown && (isOpen || entry == nil)
        guard isAttached, isSettled, isSteady || isOpen, arranging == nil else { return }
        switch orders.step(playing: item.name, queue: playlist.queue, tells: isSteady) {
        case nil: break
        case .tell(let queue, let revision): call(.setQueue(queue, ifRevision: revision))
        case .play(let item?, let queue): arrange { $0.play(item) + $0.arrange(queue) }
        case .play(nil, _): command(.stop)
        case .arrange(let queue): arrange { $0.arrange(queue) }
        }
    }

    /// Changes mpv's playlist and requests the result.
    ///
    /// Until the result arrives, no queue is sent to the daemon.
    private mutating func arrange(_ change: (inout MPVPlaylist) -> [MPVCommand]) {
        let commands = change(&playlist)
        guard !commands.isEmpty else { return }
        for command in commands { self.command(command) }
        let number = number(of: MPVQuestion.playlist.rawValue)
        arranging = number
        command(.get(.playlist, number))
    }
}
