import Glibc
import StateBridge
import StateTesting
import Testing

/// Names that running players hold, and who holds them.
@Suite struct PlayerSeatTests {
    @Test func `each player has a seat of its own, and the first free one is taken`() throws {
        let directory = try TemporaryDirectory()
        let first = PlayerSeat("mpv", in: directory.path)
        var second: PlayerSeat? = PlayerSeat("mpv", in: directory.path)
        let third = PlayerSeat("mpv", in: directory.path)
        let other = PlayerSeat("den", in: directory.path)
        let seats = [first.player, second?.player, third.player, other.player]
        #expect(seats == ["mpv", "mpv.2", "mpv.3", "den"])
        second = nil
        #expect(PlayerSeat("mpv", in: directory.path).player == "mpv.2")
        #expect(PlayerSeat("mpv", in: nil).player == "mpv")
    }

    @Test func `who is followed is known for as long as the seat is taken`() throws {
        let directory = try TemporaryDirectory()
        var seat: PlayerSeat? = PlayerSeat("mpv", in: directory.path)
        #expect(PlayerSeat.holders(in: directory.path).isEmpty)
        seat?.hold(for: 4_194_000)
        let other = PlayerSeat("mpv", in: directory.path)
        other.hold(for: 42)
        #expect(PlayerSeat.holders(in: directory.path) == [4_194_000, 42])
        seat = nil
        #expect(PlayerSeat.holders(in: directory.path) == [42])
        // The next one has not said whom it follows.
        let next = PlayerSeat("mpv", in: directory.path)
        #expect(next.player == "mpv")
        #expect(PlayerSeat.holders(in: directory.path) == [42])
        #expect(PlayerSeat.holders(in: nil).isEmpty)
        withExtendedLifetime((other, next)) {}
    }

    @Test func `that somebody is followed now is told`() throws {
        let directory = try TemporaryDirectory()
        let watch = SeatWatch(directory.path)
        let seat = PlayerSeat("mpv", in: directory.path)
        watch.drain()
        var poll = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(Glibc.poll(&poll, 1, 0) == 0)
        seat.hold(for: 42)
        #expect(Glibc.poll(&poll, 1, 0) == 1)
        watch.drain()
        #expect(Glibc.poll(&poll, 1, 0) == 0)
        #expect(SeatWatch(nil).descriptor == -1)
    }
}
