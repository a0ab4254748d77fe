/// What an edit list makes of a track that its samples alone do not say.
package struct EditedTrack: Hashable, Sendable {
    /// `nil` where the presentation begins with a sample.
    package let start: EditStart?
    /// `nil` where the list begins with the track's samples and plays no more than there is.
    package let end: EditEnd?
}
