// SPDX-License-Identifier: Apache-2.0
import Foundation
import ModelTesting
import StateTesting
import Testing
import Varlink

/// Empty arguments, and what must not be lost by a command that is given too little.
@Suite struct EmptyArgumentTests {
    @Test(arguments: [
        ["save", "i", "--locator", ""], ["save", "i", "--locator="],
        ["save", "i", "--position", "5", "--status", "failed", "--reason", ""],
        ["save", "i", "--position", "5", "--player", ""], ["save", "", "--position", "5"],
        ["sync", "setup", "-y", ""], ["sync", "setup", "--dry-run", ""],
        ["sync", "move", "-y", ""], ["sync", "setup", "d", "--credentials", ""],
        ["restore", ""], ["backup", ""], ["import", ""], ["export", ""], ["play", ""],
        ["alias", "i", ""], ["undo", ""], ["clear", "a", ""], ["get", "--", ""],
        ["event", "append", "", "{}"], ["event", "undo", "t", "k", "--to", ""],
        ["queue", "load", "p", ""], ["setup", "--folder", ""], ["config", "get", ""],
    ])
    func `an empty argument is refused without a call to the daemon`(
        arguments: [String]
    ) async throws {
        let run = try await Program.run(arguments)
        #expect(run.status == 65)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasSuffix("” is empty; is a variable not set?\n"), "\(run.errors)")
    }

    @Test func `an empty title means none`() async throws {
        let daemon = try DaemonProcess.running(DaemonProcess.Setup())
        let save = ["save", "i", "--position", "50", "--title", ""]
        #expect(try await Program.run(save, socket: daemon.socket).status == 0)
    }

    @Test(arguments: [[], ["--status", "playing"]])
    func `a reason without a failure is refused`(status: [String]) async throws {
        let save = ["save", "i", "--position", "50", "--reason", "gone"] + status
        let run = try await Program.run(save, socket: "/nowhere")
        #expect(run.status == 64)
        #expect(
            run.errors
                == "statectl: --reason needs --status failed; see “statectl save --help”\n"
        )
    }

    @Test func `a locator alone does not replace a stored fraction`() async throws {
        let daemon = try DaemonProcess.running(DaemonProcess.Setup())
        #expect(try await daemon.said("save new --locator p1").contains("[") == false)
        #expect(try await daemon.said("save new --locator p2").contains("[") == false)
        _ = try await daemon.said("save book --fraction 60% --locator p3")
        let refused = try await daemon.said("save book --locator p4")
        #expect(
            refused
                == "statectl: book is at 60 %; give --fraction too, or it would be lost\n[65]"
        )
        let client = try daemon.client()
        let point = try client.playback("Get", ["item": "book"])["point"]
        #expect(point?["fraction"] == 0.6)
        #expect(point?["locator"] == "p3")
        let saved = try await daemon.said("save book --fraction 0.7 --locator p4")
        #expect(!saved.contains("["))
    }

    @Test func `a failure names what was given`() async throws {
        let daemon = try DaemonProcess.running(DaemonProcess.Setup())
        _ = try await daemon.said("save i --position 100")
        _ = try await daemon.said("save i --position 500")
        #expect(
            try await daemon.said("undo i --to 99999")
                == "statectl: the history has no revision 99999 of i; “statectl history i” shows "
                + "its earlier values\n[1]"
        )
        #expect(
            try await daemon.said("alias i i")
                == "statectl: i is the item's own name already\n[65]"
        )
        #expect(try await daemon.said("play --pick film.mkv").hasSuffix("[64]"))
        let undo = try await daemon.said("event undo t k --to zz")
        #expect(!undo.contains("statectl: id:"))
    }
}
