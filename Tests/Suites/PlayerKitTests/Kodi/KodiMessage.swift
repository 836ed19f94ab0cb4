// SPDX-License-Identifier: Apache-2.0
import Varlink

/// One message of Kodi's JSON-RPC: a notification, or the answer to a question.
enum KodiMessage: Equatable {
    /// `Player.OnPlay`: an item is being opened.
    case opened
    /// `Player.OnAVStart`: the item is open, and plays.
    case started
    /// `Player.OnPause` and `Player.OnResume`.
    case paused(Bool)
    /// `Player.OnSeek`: a jump to a position, in seconds.
    case sought(Double)
    /// `Player.OnStop`; `isEnd` if the item was played to its end.
    case stopped(isEnd: Bool)
    /// The answer to ``KodiCommand/item``.
    case item(file: String?, title: String?)
    /// The answer to ``KodiCommand/properties``.
    case properties(position: Double?, length: Double?, canSeek: Bool)
    /// Anything else.
    case other

    init(_ value: JSONValue) {
        let data = value["params"]?["data"]
        let result = value["result"]
        switch value["method"] {
        case .string("Player.OnPlay"): self = .opened
        case .string("Player.OnAVStart"): self = .started
        case .string("Player.OnPause"): self = .paused(true)
        case .string("Player.OnResume"): self = .paused(false)
        case .string("Player.OnSeek"):
            self = Self.seconds(data?["player"]?["time"]).map { .sought($0) } ?? .other
        case .string("Player.OnStop"): self = .stopped(isEnd: data?["end"] == .bool(true))
        default:
            if let item = result?["item"] {
                self = .item(file: Self.text(item["file"]), title: Self.text(item["title"]))
            } else if result?["time"] != nil {
                self = .properties(
                    position: Self.seconds(result?["time"]),
                    length: Self.seconds(result?["totaltime"]).flatMap { $0 > 0 ? $0 : nil },
                    canSeek: result?["canseek"] == .bool(true)
                )
            } else {
                self = .other
            }
        }
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value, !text.isEmpty { text } else { nil }
    }

    private static func seconds(_ time: JSONValue?) -> Double? {
        guard case .int(let hours)? = time?["hours"], case .int(let minutes)? = time?["minutes"],
            case .int(let seconds)? = time?["seconds"],
            case .int(let rest)? = time?["milliseconds"]
        else { return nil }
        return Double(hours * 3_600 + minutes * 60 + seconds) + Double(rest) / 1_000
    }
}

/// A call of Kodi's JSON-RPC, without its envelope.
enum KodiCommand: Equatable, Sendable, CustomStringConvertible {
    /// Ask what is played.
    case item
    /// Ask where the player is.
    case properties
    /// Move the player to a position, in seconds.
    case seek(Double)

    var description: String {
        switch self {
        case .item: #"Player.GetItem {"playerid":1,"properties":["file","title"]}"#
        case .properties:
            #"Player.GetProperties {"playerid":1,"properties":["time","totaltime","canseek"]}"#
        case .seek(let position):
            "Player.Seek {\"playerid\":1,\"value\":{\"time\":{"
                + "\"hours\":\(Int(position) / 3_600),\"minutes\":\(Int(position) / 60 % 60),"
                + "\"seconds\":\(Int(position) % 60),"
                + "\"milliseconds\":\(Int(position * 1_000) % 1_000)}}}"
        }
    }
}
