/// What a bridge between a player and the daemon has to tell or to ask.
package enum SurfaceCall: Sendable, Equatable {
    /// Where an item stands, to be stored for certain: sent again until it is answered.
    case save(Snapshot)
    /// Where an item stands just now; the next one makes it obsolete.
    case tick(Snapshot)
    /// The item is gone.
    case unavailable(item: String, reason: String?)
    /// Where to continue in an item.
    case resume(item: String, facts: MediaFacts = MediaFacts())
    /// The player's name for people, and the reason why it is not followed.
    case describe(label: String?, obstacle: Obstacle?)
    /// An item has one more name.
    case name(item: String, alias: String)
    /// What comes after the current item, if the player has not changed since that revision.
    case setQueue([String], ifRevision: Int?)
}

/// What a bridge hears from the daemon.
package enum SurfaceEvent: Sendable, Equatable {
    /// The daemon is there, and what it knows of the player.
    case attached(item: String?, queue: [String])
    /// The daemon is gone; what it has not answered will be sent again.
    case detached
    /// Where to continue in an item, which may have another name of its own; without a point
    /// there is nothing to come back to.
    case continuation(
        item: String,
        own: String,
        point: ResumePoint?,
        position: Double,
        terms: ResumeTerms = ResumeTerms()
    )
    /// What the surface calls `item` is the item of that own name, and will be called so.
    case same(item: String, own: String)
    /// The queue was set, with that revision.
    case queueSet(revision: Int)
    /// The queue was not set: the player has changed, last at that revision.
    case queueChanged(revision: Int)
    /// All that was told is answered; the newest revision among the answers.
    case settled(revision: Int)
    /// What changed of the player; `isLive`: now, and not before the stream began.
    case changes([Change], isLive: Bool)
}
