/// How the frames of a part are moved so that the camera's way is smooth.
struct SteadyMotion: Sendable {
    /// What is cut away, and how far frames are moved.
    let margin: FrameMargin
    /// When each frame is presented, in seconds of the source, ascending.
    private let instants: [Double]

    /// - Parameters:
    ///   - paths: The camera's ways between cuts, in the order of time.
    ///   - strength: How smooth they become.
    ///   - width: Of the frames.
    ///   - height: Of the frames.
    init(_ paths: [CameraPath], _ strength: Stabilisation, width: Int, height: Int) {
        instants = paths.flatMap(\.instants)
        let wanted = paths.flatMap { $0.corrections(smoothing: strength.seconds) }
        margin = FrameMargin(wanted, width: width, height: height)
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
