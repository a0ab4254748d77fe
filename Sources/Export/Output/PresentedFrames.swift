public import MediaTime

/// How many frames of a track a player shows, and how many are in the file beside them.
public struct PresentedFrames: Hashable, Sendable {
    /// The frames that are shown.
    public let shown: Int64
    /// How many of these are encoded, where others are copied; else 0.
    public let encoded: Int64
    /// How many of these come before the in point: the container cannot hide them.
    public let leadIn: Int64
    /// How long these are shown, in target time.
    public let leadInDuration: RationalTime
    /// How many of them come after the out point: those before it refer to them, and the container cannot hide them.
    public let leadOut: Int64
    /// When the last of these ends, in target time; `nil` where there are none.
    public let leadOutEnd: RationalTime?
    /// The frames in the file before them that are not shown: the first ones refer to them.
    public let hiddenBefore: Int64
    /// The frames in the file after them that are not shown: the last ones refer to them.
    public let hiddenAfter: Int64

    /// How many of those that are shown repeat the one before; `nil` where nothing is chosen for a rate.
    public let repeated: Int64?
    /// How many frames of the source were played and are not shown, by its timestamps; `nil` where nothing is chosen for a rate.
    public let passedOver: Int64?

    /// All that are in the file, but are not shown.
    public var hidden: Int64 { hiddenBefore + hiddenAfter }

    /// All in the file that are outside of the part that was asked for.
    var outside: Int64 { leadIn + leadOut + hidden }

    /// What the user should know of frames that are hidden before the first; `nil` where there are none.
    public var leadInWarning: String? {
        guard hiddenBefore > 0 else { return nil }
        let frames = hiddenBefore == 1 ? "the frame" : "the \(hiddenBefore) frames"
        return "players that ignore edit lists (mpv, and ffmpeg with AV1) show \(frames) before the in point, too: "
            + "begin at a key frame, or encode the video"
    }

    /// `counts` is what was planned, by the source's timestamps.
    init(_ presentation: Presentation, of counts: FrameCounts? = nil) {
        repeated = counts.map { _ in presentation.again.repeated }
        passedOver = counts.map { counts in
            let made = presentation.again.beside + (presentation.made?.made ?? 0)
            return max(0, counts.played - (presentation.presentedInside - made))
        }
        shown = presentation.shown
        encoded = presentation.encoded
        leadIn = presentation.leadIn
        // Nothing else is presented before the beginning.
        leadInDuration = presentation.first.flatMap { try? max(.zero, .zero - $0) } ?? .zero
        leadOut = presentation.leadOut
        leadOutEnd = presentation.leadOut > 0 ? presentation.end : nil
        hiddenBefore = presentation.hiddenBefore
        hiddenAfter = presentation.hiddenAfter
    }
}
