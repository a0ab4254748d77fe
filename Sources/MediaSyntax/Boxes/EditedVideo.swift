/// What an edit list makes of a track of video that its samples alone do not say.
package struct EditedVideo: Hashable, Sendable {
    /// `nil` where the presentation begins with a frame.
    package let start: EditStart?
    /// `nil` where the list begins with the track's samples and plays no more than there is.
    package let end: EditEnd?
}
