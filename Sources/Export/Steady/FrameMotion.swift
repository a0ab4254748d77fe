internal import Glibc

/// A rigid movement of the frame: a turn about its middle, and then a shift. The unit is the height of a pixel, also across, where pixels
/// may be wider.
struct FrameMotion: Hashable, Sendable {
    /// To the right.
    var x = 0.0
    /// Down.
    var y = 0.0
    /// Clockwise, in radians.
    var angle = 0.0

    /// Nothing moves.
    static let none = FrameMotion()

    /// This one first, and then another.
    func then(_ next: FrameMotion) -> FrameMotion {
        let (cosine, sine) = (cos(next.angle), sin(next.angle))
        return FrameMotion(
            x: cosine * x - sine * y + next.x,
            y: sine * x + cosine * y + next.y,
            angle: angle + next.angle
        )
    }

    /// What undoes it.
    var inverse: FrameMotion {
        let (cosine, sine) = (cos(angle), sin(angle))
        return FrameMotion(x: -cosine * x - sine * y, y: sine * x - cosine * y, angle: -angle)
    }

    /// How far it takes the corners of a frame at most in either direction; right for small turns.
    func reach(width: Double, height: Double) -> (x: Double, y: Double) {
        (abs(x) + abs(angle) * height / 2, abs(y) + abs(angle) * width / 2)
    }

    // As vectors, to be averaged.

    static func + (a: FrameMotion, b: FrameMotion) -> FrameMotion {
        FrameMotion(x: a.x + b.x, y: a.y + b.y, angle: a.angle + b.angle)
    }

    static func - (a: FrameMotion, b: FrameMotion) -> FrameMotion { a + b * -1 }

    static func * (a: FrameMotion, factor: Double) -> FrameMotion {
        FrameMotion(x: a.x * factor, y: a.y * factor, angle: a.angle * factor)
    }
}
