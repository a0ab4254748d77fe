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
            // Version 3 has slices, four or as many more as the size needs: they are coded in threads, and their checksums find damage.
            // Each frame stands alone: damage stays in one, and a copy may begin with any.
            return [option("level", "3"), option("slicecrc", "1"), option("g", "1")]
        case .mjpeg:
            // libavcodec counts quality in its own lambda units, 118 for each step.
            let lambda = chosen.map { String($0 * 118) } ?? ""
            return [option("flags", "+qscale"), option("global_quality", lambda)]
        case .prores:
            return [option("profile", quality), option("vendor", "apl0")]
        case .av1:
            return [
                option("cpu-used", preset ?? "6"), option("crf", quality), option("b", "0"),
                // With threads for rows libaom 3.6 writes frames that no decoder shows as it made them: blocks of graphics come from
                // elsewhere. Threads take tiles: two columns, of frames that are wide enough.
                option("row-mt", "0"),
                // Else a key frame comes after 9,999 frames, and players that go somewhere decode all before it.
                option("g", "240"),
                // Else key frames are mixed with those behind them, and differ from the source's by 39 dB in noise at any quality.
                option("aom-params", "enable-keyframe-filtering=0:tile-columns=1"),
            ]
        case .gif:
            return []
        case .webp:
            return [option("quality", quality)]
        }
    }

    /// libav's names of the pixel formats that frames of a quality have; empty for all that the encoder takes.
    /// Those of a codec with a palette are drawn with it after that.
    package func pixelFormats(quality: Int?) -> [String] {
        // What is drawn with a palette is compared with it by red, green and blue.
        if traits.hasPalette { return ["gbrp"] }
        if self == .webp { return ["yuv420p"] }
        guard self == .prores, let profile = quality ?? traits.defaultQuality else { return [] }
        // Kinds from 4444 on have chroma in full resolution, and may have an alpha channel.
        return profile >= 4 ? ["yuv444p10le", "yuva444p10le"] : ["yuv422p10le"]
    }
}
