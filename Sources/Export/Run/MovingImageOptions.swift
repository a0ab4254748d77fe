internal import FFmpeg
internal import MediaFormats

/// libavformat's options for images that move.
enum MovingImageOptions {
    static func options(for plan: ExportPlan) -> [MetadataEntry] {
        let loop: Int
        switch plan.container {
        // How often it is played again, and nothing where it is played once.
        case .gif: loop = plan.plays.map { $0 == 1 ? -1 : $0 - 1 } ?? 0
        // How often it is played.
        case .webp: loop = plan.plays ?? 0
        // libavformat 5.1 has no option for that of AVIF: see ``ImageSequenceIndex``.
        default: return []
        }
        return [MetadataEntry(key: "loop", value: String(loop))]
    }
}
