package import FFmpeg

extension VideoCodec {
    /// libavcodec's options of the encoder for a quality and a preset; `nil` is the default.
    package func options(quality: Int?, preset: String?) -> [MetadataEntry] {
        let chosen = quality ?? traits.defaultQuality
        let quality = chosen.map(String.init) ?? ""
        func option(_ key: String, _ value: String) -> MetadataEntry { MetadataEntry(key: key, value: value) }
        switch self {
        case .h264:
            return [option("preset", preset ?? "medium"), option("crf", quality)]
        case .hevc:
            return [
                option("preset", preset ?? "medium"), option("crf", quality),
                // x265 prints its banner past libav's log.
                option("x265-params", "log-level=error"),
            ]
        case .vp9:
            return [
                option("deadline", preset ?? "good"), option("crf", quality), option("b", "0"),
                option("row-mt", "1"), option("cpu-used", "4"),
            ]
        case .ffv1:
            // Version 3 in slices: slices are coded in threads, and their checksums find damage.
            return [option("level", "3"), option("slices", "4"), option("slicecrc", "1")]
        case .mjpeg:
            // libavcodec counts quality in its own lambda units, 118 for each step.
            let lambda = chosen.map { String($0 * 118) } ?? ""
            return [option("flags", "+qscale"), option("global_quality", lambda)]
        case .prores:
            return [option("profile", quality), option("vendor", "apl0")]
        }
    }
}
