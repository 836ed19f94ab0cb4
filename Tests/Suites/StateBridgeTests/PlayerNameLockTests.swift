// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import StateTesting
import Testing

/// Names that running players hold, and who holds them.
@Suite struct PlayerNameLockTests {
    @Test func `each player gets the first free name`() throws {
        let directory = try TemporaryDirectory()
        let first = PlayerNameLock("mpv", in: directory.path)
        var second: PlayerNameLock? = PlayerNameLock("mpv", in: directory.path)
        let third = PlayerNameLock("mpv", in: directory.path)
        let other = PlayerNameLock("den", in: directory.path)
        let nameLocks = [first.player, second?.player, third.player, other.player]
        #expect(nameLocks == ["mpv", "mpv.2", "mpv.3", "den"])
        second = nil
        #expect(PlayerNameLock("mpv", in: directory.path).player == "mpv.2")
        #expect(PlayerNameLock("mpv", in: nil).player == "mpv")
    }

    @Test func `while a player's name is locked, its process is known`() throws {
        let directory = try TemporaryDirectory()
        var nameLock: PlayerNameLock? = PlayerNameLock("mpv", in: directory.path)
        #expect(PlayerNameLock.holders(in: directory.path).isEmpty)
        nameLock?.hold(for: 4_194_000)
        let other = PlayerNameLock("mpv", in: directory.path)
        other.hold(for: 42)
        #expect(PlayerNameLock.holders(in: directory.path) == [4_194_000, 42])
        nameLock = nil
        #expect(PlayerNameLock.holders(in: directory.path) == [42])
        // The next one has not said whom it follows.
        let next = PlayerNameLock("mpv", in: directory.path)
        #expect(next.player == "mpv")
        #expect(PlayerNameLock.holders(in: directory.path) == [42])
        #expect(PlayerNameLock.holders(in: nil).isEmpty)
        withExtendedLifetime((other, next)) {}
    }

    @Test func `a watch of the names is notified when a player is followed`() throws {
        let directory = try TemporaryDirectory()
        let watch = PlayerNameLockWatch(directory.path)
        let nameLock = PlayerNameLock("mpv", in: directory.path)
        watch.drain()
        var poll = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(Glibc.poll(&poll, 1, 0) == 0)
        nameLock.hold(for: 42)
        #expect(Glibc.poll(&poll, 1, 0) == 1)
        watch.drain()
        #expect(Glibc.poll(&poll, 1, 0) == 0)
        #expect(PlayerNameLockWatch(nil).descriptor == -1)
    }
}
