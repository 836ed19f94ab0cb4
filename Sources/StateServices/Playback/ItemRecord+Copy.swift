// SPDX-License-Identifier: Apache-2.0
internal import StateStore

extension ItemRecord {
    /// A copy of the record without history, for another row.
    var copy: ItemRecord {
        var copy = ItemRecord(point: point, device: device)
        copy.interrupted = interrupted
        copy.isAlbumTrack = isAlbumTrack
        return copy
    }
}
