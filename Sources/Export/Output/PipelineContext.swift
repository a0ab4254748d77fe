internal import MediaFormats
internal import MediaTime

/// What the pipelines of all tracks of an export have in common.
struct PipelineContext: Sendable {
    /// Every file that is played.
    let inputs: [MediaDescription]
    /// What is written.
    let container: Container
    /// Where damage is noted.
    let damage: DamageLog
    /// Whether payloads of copied tracks go from file to file.
    let leavesPayloads: Bool
    /// Where the plan ends, in target time.
    let end: RationalTime
}
