internal import ArgumentParser
internal import Capture
internal import MediaFormats

/// What is stored with a recording.
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

    var items: [MetadataItem] {
        let named = [("title", title), ("com.apple.quicktime.location.ISO6709", location)]
        return named.compactMap { key, value in value.map { MetadataItem(key: key, value: $0) } } + metadata
    }
}
