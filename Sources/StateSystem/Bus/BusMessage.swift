// SPDX-License-Identifier: Apache-2.0

/// A received signal or reply.
package struct BusMessage: Sendable, Equatable {
    /// The number of the message on its connection, in order of arrival.
    ///
    /// A reply may be older than a signal that was read before it.
    package var number: Int
    /// The sender's unique name (`:1.7`); `nil` if unknown.
    package var sender: String?
    /// The path of the object that sent a signal.
    package var path: String?
    /// The interface of a signal.
    package var interface: String?
    /// The name of a signal.
    package var member: String?
    /// The arguments.
    package var values: [BusValue]

    /// Returns true if the message is the given signal, from any sender.
    package func isSignal(_ interface: String, _ member: String) -> Bool {
        self.interface == interface && self.member == member
    }

    /// The argument at an index; `nil` if there are not so many.
    package subscript(place: Int) -> BusValue? {
        values.indices.contains(place) ? values[place] : nil
    }
}
