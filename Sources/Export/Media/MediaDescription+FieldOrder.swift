internal import FFmpeg
internal import MediaSyntax

extension MediaDescription {
    /// The same file, whose main video has the order of fields that its first frames state. Headers may say nothing, as those of DV
    /// and of MPEG-4 in AVI, and what libav's parser says of H.264 may be wrong. Where the frames cannot be decoded, the headers
    /// have the word.
    func statingFieldOrder() -> MediaDescription {
        guard let place = tracks.firstIndex(where: { $0.index == mainVideo?.index }),
            tracks[place].obstacle == nil,
            let order = try? firstFieldOrder(of: streams[tracks[place].index])
        else { return self }
        var stated = self
        // libav marks frames of HEVC only where each is one field.
        let areApart = tracks[place].codec == "hevc"
        stated.tracks[place].video?.fieldOrder = areApart ? nil : order
        stated.tracks[place].video?.areFieldsApart = areApart
        return stated
    }

    private func firstFieldOrder(of stream: StreamInfo) throws -> FieldOrder? {
        let parameters = stream.parameters
        // Writers say of fields of HEVC that they are whole frames, which they are to them.
        let areFields = NALUnits(parameters)?.havePicturesOfFields ?? false
        guard parameters.mayHaveFields || parameters.fieldOrder != nil || areFields else { return nil }
        return try firstFound(in: stream) { $0.fieldOrder }
    }
}
