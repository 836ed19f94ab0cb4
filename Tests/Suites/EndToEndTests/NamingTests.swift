// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// One item under several names, over a real socket.
@Suite struct NamingTests {
    @Test func `aliases and merged items survive kill -9`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("/mnt/film", 100)
        try client.save("/media/film", 200)
        let added = try client.playback(
            "AddAlias",
            ["item": "/mnt/film", "alias": "/media/film"]
        )
        #expect(added["revision"]?.int != nil)
        try daemon.kill()
        try daemon.start()
        let again = try daemon.client()
        let point = try again.playback("Get", ["item": "/media/film"])["point"]
        #expect(point?["item"] == "/mnt/film" && point?["position"] == 200.0)
        #expect(try again.playback("List")["points"]?.elements.count == 1)
        #expect(
            try again.playback("ListAliases", ["item": "/media/film"])
                == .ok(["aliases": ["/media/film"]])
        )
        #expect(
            try again.playback("History", ["item": "/mnt/film"])["entries.0.point.position"]
                == 100.0
        )
    }

    @Test func `calls about aliases return the errors that the interface defines`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("a", 100)
        try client.save("b", 100)
        _ = try client.playback("AddAlias", ["item": "a", "alias": "x"])
        #expect(
            try client.playback("AddAlias", ["item": "b", "alias": "x"])
                == .error("io.stated.Playback.AliasConflict", ["alias": "x", "item": "a"])
        )
        #expect(
            try client.playback("AddAlias", ["item": "c", "alias": "y"]) == .notFound("c")
        )
        #expect(try client.playback("RemoveAlias", ["alias": "y"]) == .notFound("y"))
        #expect(try client.playback("RemoveAlias", ["alias": "a"]) == .notFound("a"))
        #expect(try client.playback("ListAliases", ["item": "y"]) == .notFound("y"))
        let empty = try client.playback("AddAlias", ["item": "a", "alias": ""])
        #expect(empty.error == "io.stated.Service.InvalidValue")
        #expect(empty["parameter"] == "alias")
        let missing = try client.playback("AddAlias", ["item": "a"])
        #expect(missing.error == "org.varlink.service.InvalidParameter")
        #expect(missing["parameter"] == "alias")
    }
}
