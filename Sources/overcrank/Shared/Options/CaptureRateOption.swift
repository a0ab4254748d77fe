internal import ArgumentParser
internal import Export
internal import MediaTime

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
            hint: "it is for numbered images: shot_%05d.tif"
        )
    }
}
