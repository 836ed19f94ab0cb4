// SPDX-License-Identifier: Apache-2.0
import CYAML

/// A parser that returns the events of a YAML text one by one, by means of libyaml.
final class YAMLEvents {
    enum Event: Equatable {
        /// A scalar; `nil` for an empty plain scalar, `~` or `null`.
        case scalar(String?)
        case mapping
        case end
        case document
        /// The end of the text.
        case over
        /// Any other event, such as that of a list or an alias.
        case other
    }

    /// The line of the last event, counted from 1.
    private(set) var line = 1
    private let path: String
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let text: UnsafeMutableBufferPointer<UInt8>

    /// Creates a parser for the text of the file at `path`.
    init(_ yaml: String, path: String) {
        self.path = path
        text = .allocate(capacity: yaml.utf8.count)
        _ = text.initialize(from: yaml.utf8)
        // This fails only if there is no memory, and then everything else fails too.
        yaml_parser_initialize(parser)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        text.deallocate()
    }

    /// Returns the next event.
    ///
    /// - Throws: ``ConfigurationFault`` if the text is not YAML.
    func next() throws(ConfigurationFault) -> Event {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxFault }
            defer { yaml_event_delete(&event) }
            line = event.start_mark.line + 1
            switch event.type {
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
            // No event follows the end of the text.
            case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .over
            case YAML_DOCUMENT_START_EVENT: return .document
            case YAML_MAPPING_START_EVENT: return .mapping
            case YAML_MAPPING_END_EVENT: return .end
            case YAML_SCALAR_EVENT:
                let scalar = event.data.scalar
                let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                return .scalar(
                    cyaml_is_null(&event) == 1 ? nil : String(decoding: bytes, as: UTF8.self)
                )
            default: return .other
            }
        }
    }

    /// The origin of the last event.
    var origin: ConfigurationOrigin { .file(path: path, line: line) }

    /// Returns the fault of a key, or of the whole file, at the last event.
    ///
    /// - Throws: The fault of the rest of the text if that is not YAML, as in `ttl: [`.
    func fault(
        _ reason: String,
        key: String = ""
    ) throws(ConfigurationFault) -> ConfigurationFault {
        let fault = ConfigurationFault(origin: origin, key: key, reason: reason)
        while try next() != .over {}
        return fault
    }

    private var syntaxFault: ConfigurationFault {
        let parts = [parser.pointee.context, parser.pointee.problem].compactMap(\.self)
        let isRead = parser.pointee.error != YAML_READER_ERROR
        let line = isRead ? parser.pointee.problem_mark.line + 1 : nil
        return ConfigurationFault(
            origin: .file(path: path, line: line),
            key: "",
            reason: "not YAML: " + parts.map { String(cString: $0) }.joined(separator: ", ")
        )
    }
}
