internal import FFmpeg
internal import PathNames

/// A container: the kind of file that tracks are written to. ``traits`` says what it can carry.
public enum Container: String, CaseIterable, Sendable {
    /// ISO base media (MP4, M4V).
    case mp4
    /// MP4 with audio only.
    case m4a
    /// QuickTime.
    case mov
    /// Matroska.
    case mkv
    /// Matroska with audio only.
    case mka
    /// Matroska for the web: VP9 and Opus.
    case webm
    /// RIFF audio.
    case wav
    /// FLAC audio.
    case flac
    /// Ogg audio.
    case ogg
    /// Ogg audio with Opus only.
    case opus
    /// AVI.
    case avi
    /// GIF: a moving image of 256 colours.
    case gif
    /// WebP: a moving image, each frame of which is an image by itself.
    case webp
    /// AVIF: a moving image whose frames refer to one another, as those of a film do.
    case avif

    /// The container of a file, by the ending of its name, in upper or lower case; `nil` where no container has that
    /// ending.
    public init?(forPath path: String) {
        guard let ending = FileEnding.lowercased(of: path),
            let container = Self.allCases.first(where: { $0.traits.endings.contains(ending) })
        else { return nil }
        self = container
    }

    /// All endings that name a container, without the dot. The usual ending of each container comes first.
    public static var endings: [String] {
        allCases.compactMap(\.traits.endings.first) + allCases.flatMap { $0.traits.endings.dropFirst() }
    }

    /// Whether the container can carry a codec, by libavcodec's name of the codec: `h264`, `pcm_s16le`.
    public func canCarry(codec: String) -> Bool {
        switch traits.carries {
        case .only(let codecs): codecs.contains(codec)
        case .whatIsListed(let refused):
            !refused.contains(codec) && ContainerFormat(named: traits.muxer)?.canCarry(codecNamed: codec) == true
        }
    }

    /// Whether the container can carry uncompressed frames to which another one gives a four-character code, if any. Matroska writes that down,
    /// and libavformat has few for it: none for RGB without alpha, palettes, or more than 8 bits.
    package func canCarry(rawFrames fourCC: String?) -> Bool {
        guard canCarry(codec: "rawvideo") else { return false }
        guard traits.namesRawFrames else { return true }
        return fourCC.flatMap { ContainerFormat(named: traits.muxer)?.namesRawFrames($0) } ?? false
    }

    /// Whether the container takes a codec from a file of its own kind, although libavformat does not list it. `format` is
    /// libavformat's name of that file's kind: `mov,mp4,m4a,3gp,3g2,mj2`.
    package func keeps(codec: String, from format: String) -> Bool {
        guard traits.keepsItsOwnCodecs, format.hasPrefix(traits.muxer), case .whatIsListed(let refused) = traits.carries
        else { return false }
        return !refused.contains(codec)
    }
}
