// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerKit
import StateModel
import Testing
import Varlink

/// A third kind of player, as a test of `PlayerFollower`: what an adapter makes of Kodi's messages.
///
/// A line with `<` is a message of Kodi or an event of the daemon, after some milliseconds; the lines
/// with `>` say what the follower does then.
@Suite struct KodiTranscriptTests {
    @Test func `Kodi resumes a film from its position and stores new positions`() throws {
        try check(
            """
            < 0 {"method":"Player.OnPlay","params":{"data":{"item":{"type":"movie"}}}}
            > Player.GetItem {"playerid":1,"properties":["file","title"]}
            < 50 {"id":1,"result":{"item":{"file":"/v/a.mkv","title":"A film"}}}
            > resume /v/a.mkv
            < 20 point /v/a.mkv 600
            < 80 {"method":"Player.OnAVStart","params":{"data":{"player":{"speed":1}}}}
            > Player.GetProperties {"playerid":1,"properties":["time","totaltime","canseek"]}
            < 10 at 0 of 6000
            > Player.Seek {"playerid":1,"value":{"time":{"hours":0,"minutes":10,"seconds":0,"milliseconds":0}}}
            < 200 sought 600
            > save /v/a.mkv playing 600.0 load
            > read /v/a.mkv
            < 1000 at 601 of 6000
            > tick /v/a.mkv playing 601.0 tick
            < 1000 at 602 of 6000
            > tick /v/a.mkv playing 602.0 tick
            < 1000 at 603 of 6000
            > save /v/a.mkv playing 603.0 tick
            < 500 {"method":"Player.OnPause","params":{"data":{"player":{"speed":0}}}}
            > save /v/a.mkv paused 603.5 pause
            < 5000 {"method":"Player.OnResume","params":{"data":{"player":{"speed":1}}}}
            > resume /v/a.mkv
            < 20 point /v/a.mkv 900
            > Player.Seek {"playerid":1,"value":{"time":{"hours":0,"minutes":15,"seconds":0,"milliseconds":0}}}
            < 90 sought 900
            > save /v/a.mkv playing 900.0 load
            < 900 sought 5990
            > save /v/a.mkv playing 5990.0 seek
            < 9000 {"method":"Player.OnStop","params":{"data":{"end":true}}}
            > save /v/a.mkv finished 6000.0 stop
            """
        )
    }

    @Test
    func `a seek by the user is stored, and a film that Kodi leaves for another as paused`()
        throws
    {
        try check(
            """
            < 0 {"method":"Player.OnPlay","params":{"data":{"item":{"type":"movie"}}}}
            > Player.GetItem {"playerid":1,"properties":["file","title"]}
            < 50 {"id":1,"result":{"item":{"file":"http://h.example/b.mkv"}}}
            > resume http://h.example/b.mkv
            < 80 {"method":"Player.OnAVStart","params":{"data":{"player":{"speed":1}}}}
            > Player.GetProperties {"playerid":1,"properties":["time","totaltime","canseek"]}
            < 100 sought 300
            > save http://h.example/b.mkv playing 300.0 seek
            < 20 point http://h.example/b.mkv 600
            < 980 {"method":"Player.OnPlay","params":{"data":{"item":{"type":"movie"}}}}
            > save http://h.example/b.mkv paused 301.0 switch
            > Player.GetItem {"playerid":1,"properties":["file","title"]}
            """
        )
    }

    @Test
    func `a stored position to which Kodi does not seek is kept until the film has played`()
        throws
    {
        try check(
            """
            < 0 {"method":"Player.OnPlay","params":{"data":{"item":{"type":"movie"}}}}
            > Player.GetItem {"playerid":1,"properties":["file","title"]}
            < 50 {"id":1,"result":{"item":{"file":"http://h.example/b.mkv"}}}
            > resume http://h.example/b.mkv
            < 20 point http://h.example/b.mkv 3000
            < 80 {"method":"Player.OnAVStart","params":{"data":{"player":{"speed":1}}}}
            > Player.GetProperties {"playerid":1,"properties":["time","totaltime","canseek"]}
            < 10 at 0 of 6000
            > Player.Seek {"playerid":1,"value":{"time":{"hours":0,"minutes":50,"seconds":0,"milliseconds":0}}}
            < 4000 at 4 of 6000
            > missed http://h.example/b.mkv at 3000.0
            > announce http://h.example/b.mkv playing
            < 1000 at 5 of 6000
            < 400 {"method":"Player.OnStop","params":{"data":{"end":false}}}
            > announce http://h.example/b.mkv paused
            """
        )
    }

    /// Plays a transcript, and compares what the follower does.
    private func check(_ transcript: String) throws {
        var follower = KodiFollower()
        var now = 1_000_000
        _ = follower.event(.attached(item: nil, queue: []), now: now)
        var seen: [String] = []
        for line in transcript.split(separator: "\n") where line.hasPrefix("<") {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            now += try #require(Int(words[1]))
            seen.append(String(line))
            seen += try actions(&follower, words[2], now: now).map { "> " + $0 }
        }
        #expect(seen == transcript.split(separator: "\n").map(String.init))
    }

    /// Returns what the follower does after an event.
    private func actions(
        _ follower: inout KodiFollower,
        _ event: String,
        now: Int
    ) throws -> [String] {
        let words = event.split(separator: " ").map(String.init)
        let actions =
            switch words[0] {
            case "point":
                follower.event(try point(words[1], #require(Double(words[2])), now), now: now)
            case "sought":
                follower.event(.sought(try #require(Double(words[1]))), now: now)
            case "at":
                follower.event(
                    .properties(
                        position: Double(words[1]),
                        length: Double(words[3]),
                        canSeek: true
                    ),
                    now: now
                )
            default: follower.event(try message(event), now: now)
            }
        return actions.map(text)
    }

    private func message(_ line: String) throws -> KodiMessage {
        var reader = JSONReader(Array(line.utf8))
        return KodiMessage(try reader.value())
    }

    private func point(_ item: String, _ position: Double, _ now: Int) -> SurfaceEvent {
        let point = ResumePoint(
            item: item,
            player: "mpv",
            status: .paused,
            position: position,
            duration: 6_000,
            title: nil,
            device: "desk",
            at: Timestamp(now),
            expiresAt: 9_000_000_000_000,
            revision: 1
        )
        return .continuation(item: item, own: item, point: point, position: position)
    }

    private func text(_ action: PlayerAction<KodiCommand>) -> String {
        switch action {
        case .command(let command): "\(command)"
        case .read(let path): "read \(path)"
        case .missed(let item, let position): "missed \(item) at \(position)"
        case .call(.resume(let item, _)): "resume \(item)"
        case .call(.save(let snapshot)): "save \(text(snapshot))"
        case .call(.tick(let snapshot)): "tick \(text(snapshot))"
        case .call(.announce(let snapshot)): "announce \(snapshot.item) \(snapshot.status)"
        default: "\(action)"
        }
    }

    private func text(_ snapshot: Snapshot) -> String {
        let cause = snapshot.cause?.rawValue ?? "-"
        return "\(snapshot.item) \(snapshot.status.rawValue) \(snapshot.position) \(cause)"
    }
}
