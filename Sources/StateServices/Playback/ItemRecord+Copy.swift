// SPDX-License-Identifier: Apache-2.0
internal import StateStore

extension ItemRecord {
    /// A copy for another row, without the links to the item's history.
    var copy: ItemRecord {
        var copy = ItemRecord(point: point, device: device)
        copy.interrupted = interrupted
        copy.isAlbumTrack = isAlbumTrack
        return copy
    }
}
