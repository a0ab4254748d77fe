internal import FFmpeg

extension MediaDescription {
    /// What a track of high dynamic range says of the display on which it was mastered, and of its light, within its frames, where the
    /// container says nothing: HEVC and AV1 may have it there alone, and the encoders write none. Empty where nothing is said.
    func highRange(in stream: StreamInfo) -> [StreamSideData] {
        guard ColourDescription.isHighRange(transfer: stream.parameters.colour.transfer),
            !stream.sideData.contains(where: \.isHighRange)
        else { return [] }
        // A key frame says it, and decoding begins with one.
        return (try? firstFound(in: stream) { $0.highRange }) ?? []
    }

    /// The systems of high dynamic range whose data on the light of each scene a track has in its packets, by name, in alphabetical
    /// order. Empty for none.
    func sceneLight(in stream: StreamInfo) -> [String] {
        guard ColourDescription.isHighRange(transfer: stream.parameters.colour.transfer) else { return [] }
        var names = stream.sideData.contains(where: \.isDolbyVision) ? ["Dolby Vision"] : [] as Set
        names.formUnion((try? firstFound(in: stream) { $0.sceneLight }) ?? [])
        return names.sorted()
    }
}
