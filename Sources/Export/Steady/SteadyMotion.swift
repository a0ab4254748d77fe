/// How the frames of a part are moved so that the camera's way is smooth.
struct SteadyMotion: Sendable {
    /// What is cut away, and how far frames are moved.
    let margin: FrameMargin
    /// Width ÷ height of the frames' pixels. Movements are in rows, as a turn needs it.
    let pixelAspect: Double
    /// When each frame is presented, in seconds of the source, ascending.
    private let instants: [Double]

    /// - Parameters:
    ///   - paths: The camera's ways between cuts, in the order of time.
    ///   - strength: How smooth they become.
    ///   - frame: What the frames are like.
    init(_ paths: [CameraPath], _ strength: Stabilisation, _ frame: SeenFrame) {
        instants = paths.flatMap(\.instants)
        let wanted = paths.flatMap { $0.corrections(smoothing: strength.seconds) }
        pixelAspect = frame.pixelAspect
        margin = FrameMargin(wanted, width: frame.stored.width * pixelAspect, height: frame.stored.height)
    }

    /// How the frame that is presented at an instant is moved; of one that was not measured nothing is known.
    func correction(at instant: Double) -> FrameMotion {
        let index = instants.firstIndex(notBelow: instant - Self.tolerance)
        guard index < instants.count, instants[index] <= instant + Self.tolerance else { return .none }
        return margin.corrections[index]
    }

    /// Seconds that are the same instant.
    private static let tolerance = 1e-6
}
