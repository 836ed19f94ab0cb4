// SPDX-License-Identifier: Apache-2.0
import GPodder
import StateTesting
import Testing
import Varlink

@testable import StateWeb

/// The decisions about requests of podcast clients.
@Suite struct `Requests of podcast clients` {
    private static let routes: [(String, PodcastRoute?)] = [
        ("api/2/auth/ann/login.json", .signIn(user: "ann")),
        ("api/2/auth/ann/logout.json", .signOut(user: "ann")),
        ("api/2/devices/ann.json", .devices(user: "ann")),
        ("api/2/devices/ann/my.phone.json", .device(user: "ann", id: "my.phone")),
        ("api/2/subscriptions/ann/phone.json", .feeds(user: "ann")),
        ("api/2/episodes/ann.json", .actions(user: "ann")),
        ("api/2/sync-devices/ann.json", .groups(user: "ann")),
        ("api/2/settings/ann/account.json", .settings(user: "ann")),
        ("api/2/favorites/ann.json", .nothing),
        ("api/2/updates/ann/phone.json", nil),
        ("api/1/episodes/ann.json", nil),
        ("subscriptions/ann.opml", .feedList(user: "ann", .opml)),
        ("subscriptions/ann/phone.txt", .feedList(user: "ann", .txt)),
        ("subscriptions/ann/phone.xml", nil),
        ("index.php/apps/gpoddersync/subscriptions", .nextcloudFeeds),
        ("index.php/apps/gpoddersync/subscription_change/create", .nextcloudFeedChange),
        ("index.php/apps/gpoddersync/episode_action", .nextcloudActions),
        ("index.php/apps/gpoddersync/episode_action/create", .nextcloudActionUpload),
        ("index.php/login/v2", .flow), ("index.php/login/v2/poll", .flowResult),
        ("index.php/login/v2/flow/abc", .flowPage(id: "abc")),
        ("ocs/v2.php/core/apppassword", .password),
        ("clientconfig.json", .clientConfiguration), ("toplist/50.json", .nothing),
        ("search.json", .nothing), ("", nil), ("call/io.stated.Playback.List", nil),
        ("page/app.js", nil), ("subscriptions", nil), ("index.php", nil), ("api/2", nil),
    ]

    @Test(arguments: routes)
    func `requests are recognised by their paths, even after a prefix that a proxy adds`(
        _ path: String,
        _ route: PodcastRoute?
    ) {
        let parts = path.split(separator: "/").map(String.init)
        #expect(PodcastRoute.of(parts)?.route == route)
        guard route != nil else { return }
        let below = PodcastRoute.of(["podcasts", "ann"] + parts)
        #expect(below?.route == route)
        #expect(below?.prefix == ["podcasts", "ann"])
    }

    @Test
    func `a request is authorised by a password, or by a cookie derived from it`()
        throws
    {
        let password = AppPassword()
        let client = SignInRecord.Client("phone", password, at: 1)
        #expect(password.grouped.count == 19)
        for text in [password.grouped, password.grouped.uppercased()]
            + [password.grouped.filter { $0 != "-" }]
        {
            #expect(AppPassword(typed: text).hash == client.hash)
        }
        let cookie = SignIn.Proof.cookie(of: "phone", password, isSecure: true)
        #expect(cookie.hasSuffix("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure"))
        let sent = "a=b; " + cookie.prefix { $0 != ";" }
        guard case .cookie("phone", let token) = SignIn.Proof(authorization: nil, cookie: sent)
        else {
            Issue.record("no proof")
            return
        }
        #expect(AppPassword.hash(ofCookie: token) == client.cookieHash)
        #expect(AppPassword.hash(ofCookie: token) != client.hash)
    }

    @Test(arguments: [
        ("Basic UGhvbmU6YWI6Yw==", "phone"), ("basic OmFi", ""), ("Basic !", nil),
        ("Basic UGhvbmU=", nil), ("Bearer abc", nil),
    ])
    func `the client's name is read from the authorization header`(
        _ header: String,
        _ name: String?
    ) {
        #expect(SignIn.Proof(authorization: header, cookie: nil)?.name == name)
    }

    @Test func `a client is added to the record once and removed once`() throws {
        var record = SignInRecord()
        let client = SignInRecord.Client("phone", AppPassword(), at: 1)
        let added = [record.add(client), record.add(client)]
        #expect(added == [true, false])
        #expect(SignInRecord(json: record.json) == record)
        let former = #"{"version":1,"codes":[],"sessions":[]}"#
        #expect(SignInRecord(json: Array(former.utf8)) == SignInRecord())
        #expect(record.freeName(for: "Phone/1.0 (Android)") == "phone-2")
        #expect(record.freeName(for: "(odd)") == "client")
        let ended = [record.endClient("phone"), record.endClient("phone")]
        #expect(ended == [true, false])
    }

    @Test(arguments: [
        ("phone", true), ("a.b_c-1", true), ("", false), ("Phone", false), ("a b", false),
        (String(repeating: "a", count: 33), false),
    ])
    func `the name of a client is limited to what every app can send`(
        _ name: String,
        _ isName: Bool
    ) {
        #expect(SignInRecord.Client.isName(name) == isName)
    }

    /// One letter may have thousands of marks; the file of the clients has a limit.
    @Test func `the caption of a device is shortened, and its type replaced if unknown`() {
        var device = PodcastState.Device(caption: "old")
        let letter = "e" + String(repeating: "\u{301}", count: 30_000)
        device.note(.members(["caption": .string(letter), "type": "fridge"]))
        #expect((1...256).contains(device.caption.utf8.count))
        #expect(device.type == "other")
        device.note(.members(["caption": "Phone", "type": "mobile"]))
        device.note(.null)
        #expect(device == .init(caption: "Phone", type: "mobile"))
    }

    @Test func `the clients' cursors survive a restart`() {
        var cursor = ClientCursor()
        cursor.answered(7, from: 1, to: 5)
        _ = cursor.cursor(of: 5, now: 1_000)
        var state = PodcastState()
        state.log = "a.1"
        state.clients["phone"] = .init(
            actions: cursor,
            devices: ["d": .init(caption: "A \"phone\"", type: "mobile")]
        )
        #expect(PodcastState(json: state.json) == state)
        #expect(PodcastState(json: Array("{}".utf8)) == nil)
    }
}
