internal import FFmpeg
internal import MediaFormats

/// How an encoder of recordings is set: for frames that can be dropped later, and in steps of effort that can follow
/// each other in one track.
///
/// Of every *n* frames all but one are B-frames that no other refers to (`b-pyramid=none`), in a pattern that neither
/// scene cuts nor key frames disturb (`b-adapt=0`, `scenecut=0`, open groups of pictures): with those left out, 240
/// frames a second become 120 or 60. Nothing is looked ahead at, so that nothing is held back but that. The steps
/// differ only in what the parameter sets do not mention (`stitchable`); what they mention is the same in all of them.
struct EncoderPresets {
    /// One setting.
    struct Step {
        /// For people.
        let name: String
        let options: [MetadataEntry]
    }

    let encoder: String
    /// From the most effort to the least.
    let steps: [Step]

    /// Of every `disposable` frames all but one can be left out; 1 for none.
    init(_ coding: FrameCoding, disposable: Int, quality: Int) {
        let codec = coding.codec ?? .ffv1
        encoder = codec.traits.encoder
        switch coding {
        case .h264:
            let coarsest = codec.traits.qualities?.upperBound ?? quality
            let common = """
                bframes=\(disposable - 1):b-adapt=0:b-pyramid=none:open-gop=1:scenecut=0:keyint=infinite:stitchable=1:\
                rc-lookahead=0:sync-lookahead=0:mbtree=0:ref=1:weightp=0:weightb=0:trellis=0:8x8dct=0:cabac=0
                """
            let efforts = [
                ("fast", quality, "subme=2:me=hex:aq-mode=1:partitions=i4x4,p8x8:no-deblock=0"),
                ("faster", quality, "subme=1:me=dia:aq-mode=1:partitions=i4x4:no-deblock=0"),
                ("fastest", quality, "subme=0:me=dia:aq-mode=0:partitions=none:no-deblock=1"),
                // Fewer bits are less work for the entropy coder, which at high rates is most of it.
                (
                    "fastest and coarser", min(quality + 8, coarsest),
                    "subme=0:me=dia:aq-mode=0:partitions=none:no-deblock=1"
                ),
            ]
            steps = efforts.map { name, quality, effort in
                Step(
                    name: name,
                    options: Self.options([
                        "preset": "ultrafast", "crf": "\(quality)", "x264-params": "\(common):\(effort)",
                    ])
                )
            }
        case .hevc:
            let common = """
                bframes=\(disposable - 1):b-adapt=0:b-pyramid=0:open-gop=1:scenecut=0:keyint=-1:rc-lookahead=\(disposable):\
                log-level=none
                """
            steps = [
                Step(
                    name: "fastest",
                    options: Self.options(["preset": "ultrafast", "crf": "\(quality)", "x265-params": common])
                )
            ]
        case .ffv1, .copy:
            steps = [Step(name: "lossless", options: Self.options(["level": "3", "g": "1", "slicecrc": "1"]))]
        }
    }

    private static func options(_ pairs: KeyValuePairs<String, String>) -> [MetadataEntry] {
        pairs.map { MetadataEntry(key: $0.key, value: $0.value) }
    }
}
