// SPDX-License-Identifier: Apache-2.0

/// The arguments for mpv, which alone knows the meaning of its options.
struct PlayArguments: Equatable {
    /// The arguments, in their order.
    let words: [String]

    /// True if the arguments name something to play.
    ///
    /// mpv's options are one word each, except in the old form `-option value`; that value counts
    /// as a file here, and mpv reports the error.
    var nameSomething: Bool {
        guard let end = words.firstIndex(of: "--") else { return words.contains(where: isItem) }
        return words.count > end + 1 || words[..<end].contains(where: isItem)
    }

    /// Returns the command that starts a player.
    ///
    /// - Parameters:
    ///   - ipc: the descriptor of the IPC connection.
    ///   - remembers: true if mpv may resume by its own memory, because there is no other.
    ///   - orders: the socket on which mpv takes orders; `nil` for none.
    /// - Returns: the program, and its arguments.
    func command(ipc: Int32, remembers: Bool, orders: String? = nil) -> [String] {
        let own =
            ["--input-ipc-client=fd://\(ipc)"] + (remembers ? [] : ["--resume-playback=no"])
            + (orders.map { ["--input-ipc-server=\($0)"] } ?? [])
        // The first options are statectl's, so that a person's options override them.
        return ["mpv"] + own + words
    }

    /// The socket that the arguments name for other programs; `nil` if they name none.
    var ownSocket: String? {
        let option = "--input-ipc-server="
        return words.prefix { $0 != "--" }.last { $0.hasPrefix(option) }
            .map { String($0.dropFirst(option.count)) }
    }

    private func isItem(_ word: String) -> Bool {
        !word.hasPrefix("-") || word == "-" || word.hasPrefix("--playlist=")
    }
}
