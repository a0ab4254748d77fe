package import MediaTime

/// From when on a plan chooses the frames of one of its clips, for whoever shows them before they are exported. At a constant rate that
/// is the exact instant that a rounded timestamp stands for (``FrameGrid``), else the timestamp.
package struct FrameChoice: Sendable {
    private let grid: FrameGrid?
    /// By how much timestamps may be rounded; zero where they are exact, or the exact instants are known.
    package let tick: RationalTime

    /// The choice of a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - input: The number of the clip among the plan's inputs.
    package init(_ plan: ExportPlan, input: Int) {
        let track = plan.inputs[input].mainVideo
        if case .constantFrameRate = plan.timing { grid = track?.grid } else { grid = nil }
        tick = track.map { $0.grid == nil ? $0.tick : .zero } ?? .zero
    }

    /// From when on a frame is chosen (asset time).
    ///
    /// - Parameter instant: When it is presented, as ``FrameTimesReader`` says it.
    /// - Returns: The instant, which is at most a tick from the given one.
    package func start(of instant: RationalTime) -> RationalTime { grid?.instant(of: instant) ?? instant }
}
