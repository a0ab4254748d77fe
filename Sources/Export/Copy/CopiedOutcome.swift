internal import MediaTime

/// What is known of a track of which frames are copied, when the work is done.
struct CopiedOutcome: Sendable {
    /// Where the output must hide what comes after (target time); `nil` where nothing does.
    var hiddenTail: RationalTime?
    var presentation = Presentation()
}
