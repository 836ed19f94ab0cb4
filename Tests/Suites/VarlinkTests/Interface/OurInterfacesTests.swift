// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

@Suite("The interfaces of this repository") struct OurInterfacesTests {
    @Test(arguments: try InterfaceFile.all())
    func `each interface is valid, documented and named like its file`(_ file: InterfaceFile) throws
    {
        let interface = try Interface(file.text)
        #expect(interface.name == file.name)
        #expect(!interface.documentation.isEmpty)
        #expect(!interface.methods.isEmpty)
    }

    @Test func `the parameter of Playback.Save is a Snapshot`() throws {
        let file = try #require(try InterfaceFile.all().first { $0.name == "io.stated.Playback" })
        let playback = try Interface(file.text)
        #expect(playback.method("Save")?.input.map(\.type) == [.named("Snapshot")])
        let snapshot = try json(#"{"item":"a","player":"mpv","status":"paused","position":1.5}"#)
        #expect(playback.mismatch(of: snapshot, with: .named("Snapshot")) == nil)
        let wrong = try json(#"{"item":"a","player":"mpv","status":"asleep","position":1.5}"#)
        #expect(
            playback.mismatch(of: wrong, with: .named("Snapshot")) == "status: not one of the names"
        )
    }
}
