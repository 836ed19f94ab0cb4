// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text as content of HTML, or as Pango markup.
    package var markup: String {
        let names: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
        ]
        // By scalars: to Pango, an ampersand with a combining accent is an ampersand, too.
        return unicodeScalars.map { names[$0] ?? String($0) }.joined()
    }
}
