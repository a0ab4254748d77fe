internal import FFmpeg
internal import MediaFormats

/// libavformat's options for WAV.
enum WaveOptions {
    /// From 4 GiB on sizes are written in 64 bits (RF64, EBU Tech 3306): of 32 they would be what is left of them. Room for that is a chunk
    /// `JUNK` in any file, because it is not known beforehand how long a file becomes.
    static func options(for plan: ExportPlan) -> [MetadataEntry] {
        plan.container == .wav ? [MetadataEntry(key: "rf64", value: "auto")] : []
    }
}
