/// The interface io.stated.Playback: save, resume and watch playback.
package enum Playback {
    /// The interface's name.
    package static let interface = "io.stated.Playback"
}
