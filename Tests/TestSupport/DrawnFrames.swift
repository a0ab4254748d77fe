internal import FFmpeg
internal import MediaTime
internal import SceneRendering
internal import Synchronization

/// Frames of the scene that this run of tests has drawn. Twenty clips show the same ones, and to draw them takes longer than to
/// encode them.
enum DrawnFrames {
    /// A scene is drawn in one size, at one rate.
    private struct Film: Hashable {
        let width: Int
        let height: Int
        let frameRate: FrameRate
    }

    /// A frame that nobody changes.
    private final class Drawn: Sendable {
        let frame: Frame

        init(_ frame: consuming Frame) { self.frame = frame }
    }

    private struct Kept {
        var scenes: [Film: SyntheticScene] = [:]
        var frames: [Film: [Int: Drawn]] = [:]
        /// Of all frames.
        var samples = 0
    }

    /// In samples of one byte. What is drawn when there are so many is drawn each time.
    private static let most = 400 << 20

    private static let kept = Mutex(Kept())

    /// A frame of the scene, of the caller's own.
    static func frame(_ number: Int, of clip: Clip.Frames) throws -> Frame {
        let film = Film(width: clip.width, height: clip.height, frameRate: clip.frameRate)
        if let drawn = kept.withLock({ $0.frames[film]?[number] }) { return try drawn.frame.copy() }
        let drawn = Drawn(try draw(number, of: scene(of: film)))
        kept.withLock { kept in
            let samples = film.width * film.height * 3 / 2
            guard kept.samples + samples <= most, kept.frames[film]?[number] == nil else { return }
            kept.samples += samples
            kept.frames[film, default: [:]][number] = drawn
        }
        return try drawn.frame.copy()
    }

    private static func scene(of film: Film) -> SyntheticScene {
        kept.withLock { kept in
            if let scene = kept.scenes[film] { return scene }
            let scene = SyntheticScene(width: film.width, height: film.height, frameRate: film.frameRate)
            kept.scenes[film] = scene
            return scene
        }
    }

    private static func draw(_ number: Int, of scene: SyntheticScene) throws -> Frame {
        let frame = try Frame.video(.planar420, width: scene.width, height: scene.height)
        for plane in FramePlane.allCases {
            let stride = frame.stride(ofPlane: plane.rawValue)
            frame.withMutablePlane(plane.rawValue) {
                scene.render(frame: Int64(number), plane, into: &$0, stride: stride)
            }
        }
        return frame
    }
}

extension PixelFormat {
    /// The format in which the scene is drawn.
    static var planar420: PixelFormat {
        get throws {
            guard let format = PixelFormat(named: "yuv420p") else { throw ClipError("there is no yuv420p") }
            return format
        }
    }
}
