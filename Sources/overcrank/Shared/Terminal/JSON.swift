internal import FoundationEssentials

/// The one form of JSON that the command prints: keys in order, fields stable.
enum JSON {
    static func text(_ document: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return PrintableText.json(String(decoding: try encoder.encode(document), as: UTF8.self))
    }

    /// The same on one line, for documents that others may precede.
    static func line(_ document: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return PrintableText.json(String(decoding: try encoder.encode(document), as: UTF8.self))
    }
}
