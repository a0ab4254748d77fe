/// A second clip whose frames are shown together with those of a track. A class, because a plan of a track holds it, and it holds
/// another one.
final class FramePair: Sendable {
    /// What is shown of the second clip.
    let second: TrackPlan
    let canvas: PairCanvas

    init(second: TrackPlan, canvas: PairCanvas) {
        self.second = second
        self.canvas = canvas
    }
}
