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
        ("http://h/a?token=secret", "http://h/a"),
        ("http://h/a?authToken=secret", "http://h/a"),
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
        // The parameters that belong to a signature.
        (
            "https://b.s3.amazonaws.com/a?X-Amz-Algorithm=A&X-Amz-Credential=K&X-Amz-Date=1"
                + "&X-Amz-Expires=2&X-Amz-Security-Token=3&X-Amz-SignedHeaders=host"
                + "&X-Amz-Signature=s&versionId=7",
            "https://b.s3.amazonaws.com/a?versionId=7"
        ),
        ("https://b/a?AWSAccessKeyId=K&Expires=1&Signature=s", "https://b/a"),
        ("https://cdn/a?Expires=1&Signature=s&Key-Pair-Id=K", "https://cdn/a"),
        ("https://cdn/a?Policy=1&Signature=s&Key-Pair-Id=K", "https://cdn/a"),
        (
            "https://g/a?X-Goog-Algorithm=A&X-Goog-Credential=K&X-Goog-Date=1&X-Goog-Expires=2"
                + "&X-Goog-SignedHeaders=host&X-Goog-Signature=s",
            "https://g/a"
        ),
        ("https://g/a?GoogleAccessId=K&Expires=1&Signature=s&q=5", "https://g/a?q=5"),
        (
            "https://x.blob.core.windows.net/a?sv=1&st=2&se=3&sr=b&sp=r&spr=https&sig=s&snapshot=4",
            "https://x.blob.core.windows.net/a?snapshot=4"
        ),
        ("https://cdn/a.m3u8?hdnts=exp=1~acl=/*~hmac=2&q=1", "https://cdn/a.m3u8?q=1"),
        ("https://cdn/a?hdnea=st=1~exp=2~hmac=3", "https://cdn/a"),
        ("https://cdn/a?token-time=1&token-hash=s", "https://cdn/a"),
        ("https://b-cdn.net/a?token=s&expires=1&token_path=/", "https://b-cdn.net/a"),
        ("http://h/a?MD5=s&Expires=1&id=2", "http://h/a?id=2"),
        ("http://h/get?token=a&id=1", "http://h/get?id=1"),
        // Nothing of these is a secret, nor belongs to a signature.
        ("http://h/a?md5=1", "http://h/a?md5=1"), ("http://h/a?expires=1", "http://h/a?expires=1"),
        ("http://h/a?sv=1&st=2&se=3", "http://h/a?sv=1&st=2&se=3"),
        ("http://h/a?sig=s&st=2&sp=3", "http://h/a?st=2&sp=3"),
        ("http://h/a?policy=1&id=2", "http://h/a?policy=1&id=2"),
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
        ("http://kim:secret@h/a", true), ("http://kim:secret@h/a@b", true), ("sftp://kim@h", true),
        ("ytdl://https://kim:secret@h/a", true), ("http://h/a@b", false), ("http://h/#@b", false),
        ("http://h/a?token=b@c", false), ("file:///a@b", false), ("/films/kim:secret@h", false),
        ("slice://5-9@a.ts", false), ("kim@h", false), ("http://@h/a", false),
    ])
    func `an address with a login is recognised`(text: String, hasLogin: Bool) {
        #expect(CanonicalName.hasLogin(text) == hasLogin)
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
