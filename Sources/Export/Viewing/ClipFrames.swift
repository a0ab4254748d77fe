package import FFmpeg
public import MediaTime

/// Decoded frames of a clip's video from any instant on, for whoever looks at them.
///
/// ```swift
/// let clip = try MediaDescription(ofFile: "clip.mp4")
/// guard let video = clip.mainVideo else { return }
/// var frames = try ClipFrames.open(clip, track: video)
/// while let frame = try frames.next() { print(frame.start.seconds, frame.width, frame.height) }
/// ```
///
/// One thread at a time uses it.
public struct ClipFrames: ~Copyable, Sendable {
    /// A decoded frame, as the decoder gives it: neither turned nor scaled, in the clip's own colours.
    public struct Shown: ~Copyable, Sendable {
        package let frame: Frame
        /// When it is presented (asset time).
        public let start: RationalTime
    }

    private let path: String
    private var frames: DecodedFrames
    private var last: RationalTime?

    /// Opens a track.
    ///
    /// - Parameters:
    ///   - media: The clip.
    ///   - track: One of its video tracks.
    /// - Returns: Its frames, from the first one on.
    /// - Throws: ``ExportError`` where it cannot be decoded.
    public static func open(_ media: MediaDescription, track: MediaTrack) throws(ExportError) -> ClipFrames {
        guard track.kind == .video else {
            throw ExportError(.nothingToExport, "track \(track.index) of \(media.path) has no frames: it is no video")
        }
        do {
            let frames = try DecodedFrames.open(TrackReader(media, track: track), damage: DamageLog())
            return ClipFrames(path: media.path, frames: frames)
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
    }

    private init(path: String, frames: consuming DecodedFrames) {
        self.path = path
        self.frames = frames
        last = nil
    }

    /// Goes to the last key frame at or before an instant (asset time): with it the next frames begin.
    ///
    /// - Throws: ``ExportError`` where the file cannot be read.
    public mutating func seek(to instant: RationalTime) throws(ExportError) {
        last = nil
        do { try frames.seek(to: instant) } catch { throw ExportError(whileReading: path, error) }
    }

    /// Whether frames are passed over that no other frame needs: on the way to a frame further on.
    package mutating func passOver(_ skips: Bool) { frames.skipUnreferenced(skips) }

    /// The next frame that is later than the one before; `nil` at the end. Where a clip is damaged, frames are missing.
    ///
    /// - Throws: ``ExportError`` where the file cannot be read.
    /// - Complexity: O(pixels of the frame), and of those that are decoded on the way to it.
    public mutating func next() throws(ExportError) -> Shown? {
        do {
            while let frame = try frames.next() {
                guard let start = frames.instant(of: frame) else { continue }
                if let last, start <= last { continue }
                last = start
                return Shown(frame: frame, start: start)
            }
            return nil
        } catch {
            throw ExportError(whileReading: path, error)
        }
    }
}

extension ClipFrames.Shown {
    /// Pixels in a row.
    public var width: Int { frame.width }
    /// Rows of pixels.
    public var height: Int { frame.height }

    /// libav's name for how the samples lie in memory: `yuv420p` has a plane of luma and two of chroma, each half as wide and high. Empty where
    /// libav has none.
    public var pixelFormat: String { frame.pixelFormat?.name ?? "" }

    /// How many planes there are.
    public var planeCount: Int { frame.pixelFormat?.planeRows(width: width, height: height).count ?? 0 }

    /// Looks at the bytes of a plane.
    ///
    /// - Parameters:
    ///   - plane: Its number, from 0.
    ///   - body: Gets the bytes, and how many of them lie from the beginning of a row to that of the next one. What is behind a row's last
    ///     sample means nothing.
    /// - Returns: What the body returns; `nil` where there is no such plane.
    /// - Throws: What the body throws.
    public func withPlane<Result>(_ plane: Int, _ body: (Span<UInt8>, Int) throws -> Result) rethrows -> Result? {
        guard (0..<planeCount).contains(plane) else { return nil }
        let stride = frame.stride(ofPlane: plane)
        return try frame.withPlane(plane) { try body($0, stride) }
    }
}
