// SPDX-License-Identifier: Apache-2.0

extension BidirectionalCollection where SubSequence == Self {
    func trimmed(_ isEdge: (Element) -> Bool) -> Self {
        var rest = drop(while: isEdge)
        while let last = rest.last, isEdge(last) { rest.removeLast() }
        return rest
    }
}
