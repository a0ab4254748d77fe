/// What an edit list makes of a track of video that its samples alone do not say.
package struct EditedVideo: Hashable, Sendable {
    /// `nil` where the presentation begins with a frame.
    package let start: EditStart?
    /// How long the last sample lasts, in ticks of the track, where the list plays more than there is; else `nil`.
    package let lastStep: UInt32?
}
