// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension Playback.Resume.Parameters {
    /// Creates the parameters with which a bridge resumes an item automatically.
    package init(item: String, for player: String, _ facts: MediaFacts) {
        self.init(
            item: item,
            player: player,
            automatic: true,
            album: facts.isAlbumTrack ? true : nil,
            duration: facts.duration
        )
    }
}
