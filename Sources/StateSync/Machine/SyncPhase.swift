/// What a round consists of.
package enum SyncPhase: String, Sendable, CaseIterable {
    /// Making ready what the remote needs.
    case setup
    /// Taking in what others changed.
    case `import`
    /// Sending what was changed here.
    case export
}
