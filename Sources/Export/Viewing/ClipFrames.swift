package import FFmpeg
package import MediaTime

/// Decoded frames of a clip's video from any instant on, for whoever looks at them.
package struct ClipFrames: ~Copyable, Sendable {
    /// A decoded frame.
    package struct Shown: ~Copyable, Sendable {
        package let frame: Frame
        /// When it is presented (asset time).
        package let start: RationalTime
    }

    private let path: String
    private var frames: DecodedFrames
    private var last: RationalTime?

    /// Opens a track.
    ///
    /// - Throws: ``ExportError`` where it cannot be decoded.
    package static func open(_ media: MediaDescription, track: MediaTrack) throws(ExportError) -> ClipFrames {
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

    /// Goes to the last key frame at or before an instant.
    package mutating func seek(to instant: RationalTime) throws(ExportError) {
        last = nil
        do { try frames.seek(to: instant) } catch { throw ExportError(whileReading: path, error) }
    }

    /// Whether frames are passed over that no other frame needs: on the way to a frame further on.
    package mutating func passOver(_ skips: Bool) { frames.skipUnreferenced(skips) }

    /// The next frame that is later than the one before; `nil` at the end.
    package mutating func next() throws(ExportError) -> Shown? {
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
