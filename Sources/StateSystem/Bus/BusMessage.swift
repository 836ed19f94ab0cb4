// SPDX-License-Identifier: Apache-2.0

/// A signal or a reply that was received.
package struct BusMessage: Sendable, Equatable {
    /// The number of the message on its connection, in the order of arrival.
    ///
    /// Replies and signals are read separately. By their numbers, a reader can tell whether a reply
    /// arrived before or after a signal.
    package var number: Int
    /// The unique name of the sender, such as `:1.7`; `nil` if it is unknown.
    package var sender: String?
    /// The path of the object that sent the signal; `nil` for a reply.
    package var path: String?
    /// The interface of the signal.
    package var interface: String?
    /// The name of the signal.
    package var member: String?
    /// The arguments of the signal, or the values of the reply.
    package var values: [BusValue]

    /// Returns true if the message is the signal with the given interface and name.
    package func isSignal(_ interface: String, _ member: String) -> Bool {
        self.interface == interface && self.member == member
    }

    /// The value at an index; `nil` if there are fewer values.
    package subscript(place: Int) -> BusValue? {
        values.indices.contains(place) ? values[place] : nil
    }
}
