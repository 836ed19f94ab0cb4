// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import Testing

/// Names without secrets, and one name for one video.
@Suite struct PublicAddressTests {
    private func name(_ text: String) -> String? {
        CanonicalName.of(text, in: "/home/u") { _ in nil }
    }

    @Test(arguments: [
        ("http://kim:secret@Nas/a.mkv", "http://nas/a.mkv"),
        ("https://kim@nas:8443/a", "https://nas:8443/a"),
        ("smb://WORK;kim:secret@nas/films/a.mkv", "smb://nas/films/a.mkv"),
        ("ftp://kim:p@ss@nas/a", "ftp://nas/a"), ("dav://kim:secret@nas/a", "dav://nas/a"),
        ("rtsp://admin:secret@cam/1", "rtsp://cam/1"), ("http://nas/@kim/a", "http://nas/@kim/a"),
        ("http://h/a?X-Plex-Token=secret", "http://h/a"),
        ("http://h/a?api_key=secret&static=true", "http://h/a?static=true"),
        ("http://h/a?static=true&api_key=secret", "http://h/a?static=true"),
        ("http://h/a?ApiKey=secret&API-KEY=secret&api%5Fkey=secret", "http://h/a"),
        ("http://h/a?id=1&access_token=secret&b=2", "http://h/a?id=1&b=2"),
        ("http://h/a?token=secret", "http://h/a"), ("http://h/a?authToken=secret", "http://h/a"),
        ("http://h/a?X-Emby-Token=secret", "http://h/a"), ("http://h/a?sig=secret", "http://h/a"),
        ("http://h/a?X-Amz-Signature=secret&X-Amz-Credential=secret", "http://h/a"),
        ("http://h/a?password=secret&user=kim", "http://h/a?user=kim"),
        ("http://h/a?PlaySessionId=secret", "http://h/a"), ("http://h/a?auth=secret", "http://h/a"),
        ("srt://h:9000?passphrase=secret&mode=caller", "srt://h:9000?mode=caller"),
        (
            "http://h/rest/stream.view?u=kim&t=secret&s=secret&id=7&v=1",
            "http://h/rest/stream.view?id=7&v=1"
        ),
        (
            "http://h/rest/download?id=7&u=kim&p=secret&v=1.16.1&c=app",
            "http://h/rest/download?id=7&v=1.16.1&c=app"
        ),
        ("http://h/rest/a?%75=kim&P=secret&V=1&id=7", "http://h/rest/a?V=1&id=7"),
        ("http://h/rest/play?p=1", "http://h/rest/play?p=1"),
        ("http://h/rest/a?u=1&t=2&s=3", "http://h/rest/a?u=1&t=2&s=3"),
        ("http://h/rest/a?t=2&v=3", "http://h/rest/a?t=2&v=3"),
        ("http://h/a?t=1&s=2&u=3&p=4", "http://h/a?t=1&s=2&u=3&p=4"),
        ("http://h/a?utm_source=x&id=1&fbclid=y", "http://h/a?id=1"),
        ("lavf://http://kim:secret@h/a", "http://h/a"),
        ("ytdl://https://h/a?token=secret", "https://h/a"),
        ("edl://http://kim:secret@h/a;/b", "edl://http://h/a;/b"),
        // Nothing of these is a secret.
        ("http://h/a?", "http://h/a?"), ("http://h/token=a", "http://h/token=a"),
        ("http://h/a?key=/library/7&tokens=2", "http://h/a?key=/library/7&tokens=2"),
        ("http://h/a?design=1&x=token", "http://h/a?design=1&x=token"),
        ("/films/a?token=1", "/films/a?token=1"), ("file:///a@b", "/a@b"),
        ("slice://5-9@a.ts", "slice://5-9@/home/u/a.ts"),
    ])
    func `an address loses its login and its access keys in an item's name`(
        text: String,
        expected: String
    ) {
        #expect(name(text) == expected)
    }

    @Test(arguments: [
        ("Which password?", true), ("Quiz? Password", true), ("http://h/a", true),
        ("a?token=secret", false), ("http://kim:secret@h/a", false),
    ])
    func `a title with a login or an access key is not used`(title: String, isKept: Bool) {
        #expect(SnapshotText.title(title, of: nil) == (isKept ? title : nil))
    }

    @Test(arguments: [
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "http://youtube.com/watch?v=dQw4w9WgXcQ",
        "https://youtu.be/dQw4w9WgXcQ?si=Zk3", "https://youtu.be/dQw4w9WgXcQ#t=30",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&index=3&pp=x",
        "https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=10",
        "ytdl://https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=10", "ytdl://dQw4w9WgXcQ",
        "https://www.youtube.com/shorts/dQw4w9WgXcQ", "https://WWW.YouTube.com/live/dQw4w9WgXcQ",
        "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0",
        "https://music.youtube.com/watch?v=dQw4w9WgXcQ",
    ])
    func `different addresses of a YouTube video give the same name`(text: String) {
        #expect(name(text) == "https://www.youtube.com/watch?v=dQw4w9WgXcQ")
    }

    @Test(arguments: [
        ("https://player.vimeo.com/video/76979871", "https://vimeo.com/76979871"),
        ("https://player.vimeo.com/video/7?h=8272103f6e", "https://vimeo.com/7/8272103f6e"),
        ("https://dai.ly/x8abcd", "https://www.dailymotion.com/video/x8abcd"),
        ("https://m.dailymotion.com/video/x8?start=3", "https://www.dailymotion.com/video/x8"),
        ("https://dailymotion.com/embed/video/x8", "https://www.dailymotion.com/video/x8"),
        ("https://m.twitch.tv/videos/12?t=1h", "https://www.twitch.tv/videos/12"),
        ("https://player.twitch.tv/?video=v12&parent=x", "https://www.twitch.tv/videos/12"),
        // Something else than one video.
        ("https://www.youtube.com/playlist?list=PL1", "https://www.youtube.com/playlist?list=PL1"),
        ("https://www.youtube.com/watch?v=short", "https://www.youtube.com/watch?v=short"),
        ("https://www.youtube.com/@kim/videos", "https://www.youtube.com/@kim/videos"),
        ("https://youtu.be/", "https://youtu.be/"),
        ("https://twitch.tv/kim", "https://twitch.tv/kim"),
        (
            "https://youtube.com.evil.org/watch?v=dQw4w9WgXcQ&x=1",
            "https://youtube.com.evil.org/watch?v=dQw4w9WgXcQ&x=1"
        ),
        (
            "https://example.org/watch?v=dQw4w9WgXcQ&list=1",
            "https://example.org/watch?v=dQw4w9WgXcQ&list=1"
        ),
    ])
    func `an embedded or mobile address of a video becomes its usual one; others are unchanged`(
        text: String,
        expected: String
    ) {
        #expect(name(text) == expected)
    }
}
