/// What is handed on to mpv, which knows best what its options mean.
struct PlayArguments: Equatable {
    /// The words, in their order.
    let words: [String]

    /// Whether they name something to play.
    ///
    /// mpv's options are one word each, but for the old way of writing `-option value`; that value
    /// is taken for a file here, and mpv says what is wrong.
    var nameSomething: Bool {
        guard let end = words.firstIndex(of: "--") else { return words.contains(where: isItem) }
        return words.count > end + 1 || words[..<end].contains(where: isItem)
    }

    /// The words that start a player.
    ///
    /// - Parameters:
    ///   - ipc: the descriptor over which it is followed.
    ///   - remembers: whether mpv may resume by its own memory, for there is no other.
    ///   - items: what to play, if the words name nothing.
    /// - Returns: the program, and its arguments.
    func command(ipc: Int32, remembers: Bool, items: [String] = []) -> [String] {
        let own = ["--input-ipc-client=fd://\(ipc)"] + (remembers ? [] : ["--resume-playback=no"])
        // Ours come first, so that the person's own words have the last say.
        let named = items.isEmpty ? [] : (words.contains("--") ? [] : ["--"]) + items
        return ["mpv"] + own + words + named
    }

    private func isItem(_ word: String) -> Bool {
        !word.hasPrefix("-") || word == "-" || word.hasPrefix("--playlist=")
    }
}
