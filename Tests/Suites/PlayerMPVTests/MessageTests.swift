// SPDX-License-Identifier: Apache-2.0
import PlayerMPV
import StateModel
import Testing
import Varlink

@Suite struct MessageTests {
    @Test(arguments: [
        (
            #"{"event":"property-change","id":8,"name":"time-pos","data":0.250483}"#,
            MPVMessage.property(.position, .double(0.250483))
        ),
        (#"{"event":"property-change","id":8,"name":"time-pos"}"#, .property(.position, nil)),
        (#"{"event":"property-change","id":8,"name":"volume","data":5}"#, .other),
        (#"{"event":"start-file","playlist_entry_id":1}"#, .startFile(entry: 1)),
        (#"{"event":"end-file","reason":"eof","playlist_entry_id":1}"#, .endFile(.eof, error: nil)),
        (
            #"{"event":"end-file","reason":"error","file_error":"loading failed"}"#,
            .endFile(.error, error: "loading failed")
        ),
        (
            #"{"event":"end-file","reason":"redirect","playlist_insert_id":2,"playlist_insert_num_entries":3}"#,
            .endFile(.redirect, error: nil, list: 2..<5)
        ),
        (
            #"{"event":"end-file","reason":"redirect","playlist_insert_id":9223372036854775807,"playlist_insert_num_entries":3}"#,
            .endFile(.redirect, error: nil)
        ),
        (#"{"event":"end-file","reason":"new"}"#, .endFile(.unknown, error: nil)),
        (#"{"data":null,"request_id":77,"error":"success"}"#, .reply(77, nil)),
        (#"{"data":3,"request_id":77,"error":"success"}"#, .reply(77, .int(3))),
        (#"{"request_id":77,"error":"property unavailable"}"#, .reply(77, nil)),
        (#"{"event":"audio-reconfig"}"#, .other),
        (#"{}"#, .other),
    ])
    func `each line from mpv is read as a message, and unknown events are ignored`(
        line: String,
        message: MPVMessage
    ) throws {
        #expect(try MPVMessage(line: Array(line.utf8)) == message)
    }

    @Test(arguments: ["", "[]", "{", #"{"event":7}"#, "{} x"])
    func `a line that is not a message is an error`(line: String) {
        #expect(throws: JSONError.self) { try MPVMessage(line: Array(line.utf8)) }
    }

    @Test(arguments: [
        (MPVCommand.observe(.position), #"{"command":["observe_property",1,"time-pos"]}"#),
        (.get(.start, 9), #"{"command":["get_property","options/start"],"request_id":9}"#),
        (.seek(97.5), #"{"command":["seek",97.5,"absolute+exact"]}"#),
        (.pause(false), #"{"command":["set_property","pause",false]}"#),
        (.requested(.next, 7), #"{"command":["playlist-next"],"request_id":-7}"#),
        (.append("a \"b\""), #"{"command":["loadfile","a \"b\"","append"]}"#),
        (.move(3, before: 1), #"{"command":["playlist-move",3,1]}"#),
        (.remove(2), #"{"command":["playlist-remove",2]}"#),
        (.play(1), #"{"command":["playlist-play-index",1]}"#),
        (.stop, #"{"command":["stop"]}"#),
    ])
    func `each command to mpv is a single line`(command: MPVCommand, line: String) {
        #expect(String(decoding: command.line, as: UTF8.self) == line + "\n")
    }
}
