internal import ArgumentParser
internal import MediaFormats

/// What a recording or the result of an export says of itself.
struct MetadataOptions: ParsableArguments {
    @Option(help: "The title.")
    var title: String?

    @Option(
        help: ArgumentHelp("The place, after ISO 6709: +48.2082+016.3738/.", valueName: "place"),
        transform: OptionParsing.location
    )
    var location: String?

    @Option(help: ArgumentHelp("Any other text; may be repeated.", valueName: "key=text"), transform: OptionParsing.tag)
    var metadata: [MetadataItem] = []

    /// What is said.
    ///
    /// - Throws: ``Failure`` where two options say the same.
    var items: [MetadataItem] {
        get throws {
            let named = [("--title", "title", title), ("--location", "com.apple.quicktime.location.ISO6709", location)]
            for (option, key, value) in named where value != nil {
                let fact = MetadataFact(ofKey: key)
                guard let other = metadata.first(where: { MetadataFact(ofKey: $0.key) == fact }) else { continue }
                throw Failure(
                    status: .usage,
                    message: "\(option) and --metadata \(other.key)= are the same: keep one of them"
                )
            }
            for (number, item) in metadata.enumerated() {
                let fact = MetadataFact(ofKey: item.key)
                guard let other = metadata[..<number].first(where: { MetadataFact(ofKey: $0.key) == fact }) else {
                    continue
                }
                throw Failure(
                    status: .usage,
                    message: "--metadata \(other.key)= and --metadata \(item.key)= are the same: keep one of them"
                )
            }
            return named.compactMap { _, key, value in value.map { MetadataItem(key: key, value: $0) } } + metadata
        }
    }
}

extension OptionParsing {
    /// A place after ISO 6709: latitude, longitude and perhaps a height, in degrees, with minutes or seconds; the solidus at its
    /// end may be left out. Nothing is no place, and stays so.
    @Sendable static func location(_ text: String) throws -> String {
        if text.isEmpty { return text }
        let form =
            /[+-](?<latitude>[0-9]{2})(?:[0-9]{2}){0,2}(?:\.[0-9]+)?[+-](?<longitude>[0-9]{3})(?:[0-9]{2}){0,2}(?:\.[0-9]+)?(?:[+-][0-9]+(?:\.[0-9]+)?)?(?:CRS[^\/]+)?\/?/
        guard let match = text.wholeMatch(of: form), let latitude = Int(match.latitude),
            let longitude = Int(match.longitude), latitude <= 90, longitude <= 180
        else {
            throw ValidationError(
                "'\(text)' is no place after ISO 6709: write +48.2082+016.3738/, latitude and longitude"
            )
        }
        return text.hasSuffix("/") ? text : text + "/"
    }

    /// `key=text`.
    @Sendable static func tag(_ text: String) throws -> MetadataItem {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let key = parts.first, !key.isEmpty else {
            throw ValidationError("'\(text)' is not of the form key=text")
        }
        return MetadataItem(key: String(key), value: String(parts[1]))
    }
}
