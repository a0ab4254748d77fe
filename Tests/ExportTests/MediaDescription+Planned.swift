import Composition
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport

@testable import Export

/// Clips without files, of which exports are planned.
extension MediaDescription {
    /// 120 fps with audio, timecode, sensor data and two chapters.
    static var phone: MediaDescription {
        get throws {
            let range = try TimeRange(start: .zero, duration: RationalTime(2, 1))
            let second = try TimeRange(start: RationalTime(1, 1), end: RationalTime(2, 1))
            return MediaDescription(
                path: "phone.mov",
                format: "mov",
                tracks: [
                    .frames(timescale: 120_000, range: range, rate: .fps(120), isConstant: true),
                    .made(.audio, index: 1, codec: "aac", range: range),
                    .made(.timecode, index: 2, codec: "none", fourCC: "tmcd", range: range),
                    .made(.data, index: 3, codec: "none", fourCC: "mebx", range: range),
                ],
                chapters: [Chapter(range: second, metadata: [MetadataItem(key: "title", value: "second half")])],
                metadata: [
                    MetadataItem(key: "encoder", value: "Lavf"),
                    MetadataItem(key: "com.android.capture.fps", value: "240"),
                ],
                origin: .zero,
                size: nil,
                streams: [],
                storesDecodingTimes: true
            )
        }
    }

    /// A file with tracks and nothing else.
    private static func plain(_ path: String, _ format: String, _ tracks: [MediaTrack]) -> MediaDescription {
        MediaDescription(
            path: path,
            format: format,
            tracks: tracks,
            chapters: [],
            metadata: [],
            origin: .zero,
            size: nil,
            streams: [],
            storesDecodingTimes: true
        )
    }

    /// Video, and what the camera measured meanwhile.
    static var telemetry: MediaDescription {
        get throws {
            let range = try TimeRange(start: .zero, duration: RationalTime(2, 1))
            return plain(
                "camera.mp4",
                "mov",
                [
                    .frames(timescale: 120_000, range: range, rate: .fps(120), isConstant: true),
                    .made(.data, index: 1, codec: "bin_data", fourCC: "gpmd", range: range),
                ]
            )
        }
    }

    /// Two tracks of audio.
    static var twoSounds: MediaDescription {
        get throws {
            let range = try TimeRange(start: .zero, duration: RationalTime(2, 1))
            return plain(
                "two.mov",
                "mov",
                [
                    .made(.audio, index: 0, codec: "aac", range: range),
                    .made(.audio, index: 1, codec: "aac", range: range),
                ]
            )
        }
    }

    /// Video, and an audio track that is named but has no packets.
    static var emptyAudio: MediaDescription {
        get throws {
            let range = try TimeRange(start: .zero, duration: RationalTime(2, 1))
            return plain(
                "empty.ts",
                "mpegts",
                [
                    .frames(timescale: 120_000, range: range, rate: .fps(120), isConstant: true),
                    .made(.audio, index: 1, codec: "aac", range: range, sampleRate: 0),
                ]
            )
        }
    }

    /// Video from a second on, audio without a sample rate, and readings of a sensor in a codec that nobody knows.
    static var lateVideo: MediaDescription {
        get throws {
            let late = try TimeRange(start: RationalTime(1, 1), end: RationalTime(2, 1))
            let range = try TimeRange(start: .zero, end: RationalTime(2, 1))
            var readings = MediaTrack.made(.data, index: 2, codec: "none", range: range)
            readings.obstacle = .unknownCodec(fourCC: "mebx")
            return plain(
                "late.mov",
                "mov",
                [
                    .frames(timescale: 120_000, range: late, rate: .fps(120), isConstant: true),
                    .made(.audio, index: 1, codec: "aac", range: range, sampleRate: 0), readings,
                ]
            )
        }
    }

    /// Video with subtitles.
    static var subtitled: MediaDescription {
        get throws {
            let range = try TimeRange(start: .zero, end: RationalTime(2, 1))
            return plain(
                "texts.mkv",
                "matroska,webm",
                [
                    .frames(timescale: 1000, range: range, rate: .fps(120), isConstant: true),
                    .made(.subtitle, index: 1, codec: "subrip", timescale: 1000, range: range),
                ]
            )
        }
    }

    /// HEVC and nothing else.
    static var silent: MediaDescription {
        get throws {
            let range = try TimeRange(start: .zero, duration: RationalTime(2, 1))
            return plain(
                "silent.mp4",
                "mp4",
                [.frames(codec: "hevc", timescale: 600, range: range, rate: .fps(120), isConstant: true)]
            )
        }
    }
}
