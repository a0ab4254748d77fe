internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// What an output says of a track that is encoded.
extension AudioEncoder {
    /// The stream of a planned track.
    func description(of plan: TrackPlan, disposition: Disposition) -> Muxer.StreamDescription {
        Muxer.StreamDescription(
            parameters: parameters,
            timeBase: TimeBase(1, Int32(sampleRate)),
            metadata: plan.metadata.map(\.entry),
            disposition: disposition,
            sideData: sideData
        )
    }

    /// What is presented of all samples so far, of which the first begins at an instant; `nil` where there is none.
    func presentation(from start: RationalTime?) -> Presentation {
        var presentation = Presentation()
        if let start, end > start { presentation.extend(from: start, lastBegins: start, to: end) }
        presentation.clipping = clipping
        presentation.encodedBeginning = beginning
        return presentation
    }
}
