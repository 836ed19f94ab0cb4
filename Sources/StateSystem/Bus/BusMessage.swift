// SPDX-License-Identifier: Apache-2.0

package struct BusMessage: Sendable, Equatable {
    /// The message's number on its connection, in the order of arrival.
    ///
    /// Signals and replies are read separately. The numbers show whether a reply arrived before or
    /// after a signal.
    package var number: Int
    /// The unique name of the sender, such as `:1.7`; `nil` if unknown.
    package var sender: String?
    /// The path of the object that sent the signal; `nil` for a reply.
    package var path: String?
    package var interface: String?
    package var member: String?
    package var values: [BusValue]

    package func isSignal(_ interface: String, _ member: String) -> Bool {
        self.interface == interface && self.member == member
    }

    package subscript(place: Int) -> BusValue? {
        values.indices.contains(place) ? values[place] : nil
    }
}
