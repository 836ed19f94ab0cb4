/// A signal or a reply, as it came.
package struct BusMessage: Sendable, Equatable {
    /// Counts the messages of a connection in the order in which they came: what a reply says may
    /// be older than a signal that was looked at before it.
    package var number: Int
    /// The sender's unique name (`:1.7`), never one that it owns besides; nil: the bus gave none.
    package var sender: String?
    /// The object that a signal is from.
    package var path: String?
    /// The interface that a signal is of.
    package var interface: String?
    /// A signal's name.
    package var member: String?
    /// What it holds.
    package var values: [BusValue]

    /// A message with all its members.
    package init(
        number: Int,
        sender: String?,
        path: String? = nil,
        interface: String? = nil,
        member: String? = nil,
        values: [BusValue]
    ) {
        self.number = number
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.values = values
    }

    /// Whether it is that signal, whoever sent it.
    package func isSignal(_ interface: String, _ member: String) -> Bool {
        self.interface == interface && self.member == member
    }

    /// The value at that place; nil: there are fewer.
    package subscript(place: Int) -> BusValue? {
        values.indices.contains(place) ? values[place] : nil
    }
}
