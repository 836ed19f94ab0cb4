// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text, escaped for HTML or Pango markup.
    package var markup: String {
        let names: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
        ]
        // Scalars are replaced, because to Pango an ampersand with a combining accent is still an
        // ampersand.
        return unicodeScalars.map { names[$0] ?? String($0) }.joined()
    }
}
