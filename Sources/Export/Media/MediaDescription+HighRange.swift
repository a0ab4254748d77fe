internal import FFmpeg

extension MediaDescription {
    /// What a track of high dynamic range says of the display on which it was mastered, and of its light, within its frames, where the
    /// container says nothing: HEVC and AV1 may have it there alone, and the encoders write none. Empty where nothing is said.
    func highRange(in stream: StreamInfo) -> [StreamSideData] {
        guard ColourDescription.isHighRange(transfer: stream.parameters.colour.transfer),
            !stream.sideData.contains(where: \.isHighRange)
        else { return [] }
        let found = try? firstFound(in: stream) { frame in frame.highRange.isEmpty ? nil : frame.highRange }
        return found ?? []
    }
}
