// SPDX-License-Identifier: Apache-2.0

package struct PointFilter: Sendable {
    private let player: String?
    private let device: String?
    private let status: Status?
    private let times: Range<Timestamp>
    package let words: [SearchWord]
    /// The longest part of a word without letters.
    ///
    /// A text with the word has these bytes too, unless they are percent escapes there.
    package let literal: [UInt8]
    private var text: SearchText
    /// The searchable form of the last point; its memory is reused for the next point.
    private var folded: [UInt8] = []

    /// Creates a filter; each word of `search` must occur in the title or in the item's name,
    /// regardless of case and accents.
    package init(
        player: String? = nil,
        device: String? = nil,
        status: Status? = nil,
        times: Range<Timestamp> = .min..<(.max),
        search: String? = nil
    ) {
        self.player = player
        self.device = device
        self.status = status
        self.times = times
        var text = SearchText()
        let folded = (search ?? "").split(whereSeparator: \.isWhitespace).map {
            text.folded(String($0))
        }
        words = Set(folded).map(SearchWord.init)
        let literals = folded.flatMap { $0.split { !(0x21...0x3A).contains($0) } }
        literal = Array(literals.max { $0.count < $1.count } ?? [])
        self.text = text
    }

    /// True if neither the device, the status nor the text is restricted.
    package var isOpen: Bool { device == nil && status == nil && words.isEmpty }

    package mutating func admits(_ point: ResumePoint) -> Bool {
        if let player, point.player != player { return false }
        if let device, point.device != device { return false }
        if let status, point.status != status { return false }
        return times.contains(point.at) && hasText(point)
    }

    /// Returns true if all words occur in the title or in the item's name.
    package mutating func hasText(_ point: ResumePoint) -> Bool {
        guard !words.isEmpty else { return true }
        folded.removeAll(keepingCapacity: true)
        text.fold(point.title ?? "", into: &folded)
        folded.append(0x0A)
        text.fold(point.item, into: &folded)
        // A URL's name is displayed with its percent escapes decoded.
        if folded.contains(UInt8(ascii: "%")) {
            text.fold("\n" + ItemPath.tail(of: point.item).text, into: &folded)
        }
        return words.allSatisfy { $0.isIn(folded) }
    }
}
