import FFmpeg
import MediaSyntax
import MediaTime
import TestSupport

/// Movies that libavformat writes, and what lies in them.
struct MadeMovies {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Of each kind one: B-frames, audio and chapters; HEVC; fragments; audio alone in samples of the same size.
    static let kinds = ["plain.mp4", "hevc.mov", "fragments.mp4", "audio.mov"]

    /// The path of a movie of a kind.
    func path(_ kind: String) throws -> String {
        let container = String(kind.suffix(3))
        var clip: Clip
        switch kind {
        case "hevc.mov":
            clip = Clip(container, frames: 24, at: .fps(120), codec: .hevc)
        case "audio.mov":
            clip = Clip(container, audio: Clip.Audio(samples: 4800))
        default:
            clip = Clip(container, frames: 24, at: .fps(120))
            clip.audioTracks = [Clip.Audio("aac", samples: 9600)]
            clip.chapters = [
                ChapterInfo(
                    timeBase: TimeBase(1, 1000),
                    start: 50,
                    end: 100,
                    metadata: [MetadataEntry(key: "title", value: "Ball")]
                )
            ]
        }
        if kind == "fragments.mp4" {
            let flags = "empty_moov+default_base_moof+frag_keyframe"
            clip.options = [MetadataEntry(key: "movflags", value: flags)]
        }
        return try clip.write(to: scratch, as: kind)
    }

    func bytes(_ kind: String) throws -> [UInt8] { try ScratchDirectory.bytes(of: path(kind)) }
}

/// Boxes in which other boxes lie, and nothing else does.
let containers: Set<BoxType> = ["moov", "trak", "mdia", "minf", "stbl", "edts", "udta", "moof", "traf"]

extension MovieBox {
    /// The box and all within it, down to so many levels.
    func tree(depth: Int = 8) -> [MovieBox] {
        guard depth > 0, containers.contains(type) else { return [self] }
        return [self] + children.flatMap { $0.tree(depth: depth - 1) }
    }

    /// What the box says, where this module knows boxes of its type.
    var anyContent: (any BoxContent)? {
        let kinds: [any BoxContent.Type] = [
            TimescaleBox.self, TrackHeaderBox.self, EditListBox.self, TimeToSampleBox.self,
            CompositionOffsetBox.self, SampleDependencyBox.self, SyncSampleBox.self, SampleSizeBox.self,
            SampleToChunkBox.self,
            ChunkOffsetBox.self, TrackFragmentHeaderBox.self, TrackFragmentTimeBox.self, TrackRunBox.self,
            ChapterListBox.self, SamsungCaptureRateBox.self, AVCConfiguration.self, HEVCConfiguration.self,
            SampleDescriptionBox.self, PCMConfigurationBox.self, SegmentIndexBox.self, HandlerBox.self,
        ]
        return kinds.first { $0.types.contains(type) }?.init(self)
    }
}
