// SPDX-License-Identifier: Apache-2.0
import PlayerMPV
import Testing

@Suite struct WatchLaterTests {
    @Test func `a file in watch-later gives the position, and the path if mpv wrote it`() {
        #expect(WatchLater("start=6.400466\nvolume=50\n")?.position == 6.400466)
        #expect(WatchLater("start=6.400466\n")?.path == nil)
        #expect(WatchLater("# tone.ogg\nstart=6.4\n")?.path == "tone.ogg")
        #expect(WatchLater("# a\r\n# b\r\nstart=6.4\r\n")?.path == "a")
        #expect(WatchLater("volume=50\n") == nil)
        #expect(WatchLater("# redirect entry\nstart=1\n") == nil)
        #expect(WatchLater("start=nan\n") == nil)
        #expect(WatchLater("start=-1\n") == nil)
        #expect(WatchLater("") == nil)
    }

    @Test func `the name of a file in watch-later is derived from the path`() {
        let name = WatchLater.name(of: "/tmp/mpvx/tone.ogg")
        #expect(name == "F23A071E36BF11878C658875E6B447BC")
        #expect(WatchLater.isName(name))
        #expect(!WatchLater.isName(name.lowercased()))
        #expect(!WatchLater.isName(name + "0"))
        #expect(!WatchLater.isName("README"))
    }
}
