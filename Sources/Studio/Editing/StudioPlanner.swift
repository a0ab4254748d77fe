public import Export
public import MediaTime

/// A clip that is open, for whoever plans.
public struct PlannedClip: Sendable {
    /// What its headers say.
    public let media: MediaDescription
    /// When a frame is presented (asset time), by its number; `nil` where it is not known.
    public let instant: @Sendable (Int64) -> RationalTime?
}

/// Reads command lines as the program does. What a session shows is what such a command line means.
public protocol StudioPlanner: Sendable {
    /// The plan of a command line.
    ///
    /// - Parameters:
    ///   - arguments: The subcommand and all that follows.
    ///   - opened: Clips that are open, so that they need not be read again.
    /// - Returns: What the program would do.
    /// - Throws: ``StudioError`` for what the program would refuse, in its words.
    func plan(_ arguments: [String], opened: [PlannedClip]) throws -> ExportPlan

    /// What the program prints of a plan, as JSON.
    func document(of plan: ExportPlan, output: String) throws -> String
}
