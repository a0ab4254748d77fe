/// How much of a frame's borders is cut away so that moved frames have no empty corners.
struct FrameMargin: Sendable {
    /// At most this share of width and height is cut away: frames are moved less where it would be more.
    static let most = 0.08
    /// Where no corner would move by more than this, in pixels, the camera stands still, and frames stay as they are.
    private static let still = 0.25

    /// The share of width and height that is cut away, from 0 to ``most``.
    let share: Double
    /// How each frame is moved.
    let corrections: [FrameMotion]
    /// What has been done.
    let report: SteadyFrames

    /// Holds movements against the size of the frames, all in rows.
    init(_ wanted: [FrameMotion], width: Double, height: Double) {
        let reaches = wanted.map { $0.reach(width: width, height: height) }
        let isStill = reaches.allSatisfy { max($0.x, $0.y) <= Self.still }
        let shares = reaches.map { max(2 * $0.x / width, 2 * $0.y / height) }
        corrections =
            isStill
            ? wanted.map { _ in .none }
            : zip(wanted, shares).map { motion, share in share > Self.most ? motion * (Self.most / share) : motion }
        share = isStill ? 0 : min(Self.most, shares.max() ?? 0)
        report = SteadyFrames(
            cropped: share,
            largest: corrections.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }.max() ?? 0,
            limited: shares.count { $0 > Self.most }
        )
    }
}
