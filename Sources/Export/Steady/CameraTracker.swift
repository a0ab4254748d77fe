/// Follows the camera from frame to frame, and notices cuts.
///
/// Each frame is compared with one before it that stays the same as long as both show much of the same, so that small errors do
/// not add up.
struct CameraTracker {
    /// The camera's ways between cuts, so far.
    private(set) var paths: [CameraPath] = []
    private var anchor: Known?
    private var last: Known?

    /// A frame whose place is known.
    private struct Known {
        let picture: GreyPicture
        let place: FrameMotion
    }

    /// Below this likeness, two frames that follow each other belong to different scenes, or show too little to be compared.
    private static let sameScene = 0.7
    /// Above this likeness, frames further apart are still compared.
    private static let sameView = 0.9
    /// As long as frames are not moved by more than this share of their larger side.
    private static let mostShare = 0.06
    /// Nor turned by more than this, in radians.
    private static let mostTurn = 0.03

    /// Adds the next frame.
    ///
    /// - Parameters:
    ///   - picture: Its brightness.
    ///   - scale: Pixels of the frame in a sample of the picture.
    ///   - instant: When it is presented, in seconds of the source.
    mutating func add(_ picture: GreyPicture, scale: Double, at instant: Double) {
        let place = place(of: picture)
        let known = Known(picture: picture, place: place ?? .none)
        if place == nil {
            paths.append(CameraPath())
            anchor = known
        }
        last = known
        let motion = FrameMotion(x: known.place.x * scale, y: known.place.y * scale, angle: known.place.angle)
        paths[paths.count - 1].append(motion, at: instant)
    }

    /// The next frame follows none.
    mutating func cut() { (anchor, last) = (nil, nil) }

    /// Where a frame's scene lies; `nil` where it is none that was seen before.
    private mutating func place(of picture: GreyPicture) -> FrameMotion? {
        guard let anchor, let last, picture.isAsLarge(as: last.picture) else { return nil }
        // The way from the anchor to the last frame.
        let guess = anchor.place.then(last.place.inverse)
        let far = FrameAlignment(from: anchor.picture, to: picture, guess: guess)
        if isNear(far.motion, picture), far.likeness(of: anchor.picture, and: picture) >= Self.sameView {
            return far.motion.inverse.then(anchor.place)
        }
        self.anchor = last
        let near = FrameAlignment(from: last.picture, to: picture, guess: .none)
        guard near.likeness(of: last.picture, and: picture) >= Self.sameScene else { return nil }
        return near.motion.inverse.then(last.place)
    }

    private func isNear(_ motion: FrameMotion, _ picture: GreyPicture) -> Bool {
        let most = Self.mostShare * Double(max(picture.levels[0].width, picture.levels[0].height))
        return abs(motion.x) <= most && abs(motion.y) <= most && abs(motion.angle) <= Self.mostTurn
    }
}

extension GreyPicture {
    fileprivate func isAsLarge(as other: GreyPicture) -> Bool {
        levels[0].width == other.levels[0].width && levels[0].height == other.levels[0].height
    }
}
