internal import ArgumentParser
internal import Export
internal import MediaTime

/// Which tracks go into the result.
struct TrackOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The tracks to export, by their numbers in 'overcrank inspect' or by kind: '0,2', 'video,audio', 'all but \
            subtitle'. All unless given.
            """,
            valueName: "tracks"
        ),
        transform: OptionParsing.tracks
    )
    var tracks: TrackChoice?
}

extension OptionParsing {
    @Sendable static func tracks(_ text: String) throws -> TrackChoice {
        try explained { () throws(ParseError) in try TrackChoice(parsing: text) }
    }
}
