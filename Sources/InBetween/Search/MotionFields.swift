/// What was found to move between two pictures, in whole samples.
struct MotionFields: Sendable {
    /// From the first to the second.
    let forward: MotionField
    /// From the second to the first.
    let backward: MotionField
}
