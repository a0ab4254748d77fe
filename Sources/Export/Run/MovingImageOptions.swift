internal import FFmpeg
internal import MediaFormats

/// libavformat's options for images that move.
enum MovingImageOptions {
    static func options(for plan: ExportPlan) -> [MetadataEntry] {
        guard plan.container.traits.movingImage != nil else { return [] }
        // GIF says how often it is played again, and nothing where it is played once.
        let again = plan.plays.map { $0 == 1 ? -1 : $0 - 1 } ?? 0
        return [MetadataEntry(key: "loop", value: String(again))]
    }
}
