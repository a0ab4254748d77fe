internal import MediaFormats

extension ExportPlanner {
    /// Why cover art is left out; `nil` where it goes along.
    func coverOmission(_ track: MediaTrack) -> String? {
        guard container.traits.coverArt != nil else { return "no cover art is written to \(container.rawValue)" }
        return container.canCopy(track) ? nil : "no cover art of this kind is written to \(container.rawValue)"
    }
}
