internal import ArgumentParser
internal import Export
internal import MediaTime
internal import PathNames

/// How fast numbered images were taken, which they do not say.
struct CaptureRateOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many images a second were taken, of numbered images (shot_%05d.tif). 25 unless given.",
            valueName: "fps"
        ),
        transform: OptionParsing.constantFrameRate
    )
    var captureRate: FrameRate?

    /// Says so where a rate is given, and no clip is without one.
    ///
    /// - Throws: ``Failure``.
    static func requireImages(_ rate: FrameRate?, in inputs: [MediaDescription]) throws {
        guard rate != nil, !inputs.contains(where: \.isOfImages) else { return }
        throw Failure(
            status: .usage,
            message: "--capture-rate has no effect: every clip says itself when its frames are presented",
            hint: seriesHint(inputs) ?? "it is for numbered images: shot_%05d.tif"
        )
    }

    /// That images which were given one by one are one clip by the pattern of their names; `nil` where the inputs are no such images.
    static func seriesHint(_ inputs: [MediaDescription]) -> String? {
        let names = inputs.map { PathName.last(of: $0.path) }
        guard names.count > 1, inputs.allSatisfy({ $0.format.hasSuffix("_pipe") }),
            let series = NumberedName(likeName: names[0]), names.allSatisfy({ series.number(in: $0) != nil })
        else { return nil }
        return "numbered images are one clip by the pattern of their names: \(ShellText.word(series.pattern))"
    }
}
