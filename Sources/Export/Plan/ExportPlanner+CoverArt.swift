internal import MediaFormats

extension ExportPlanner {
    /// Why cover art is left out; `nil` where it goes along.
    func coverOmission(_ track: MediaTrack) -> String? {
        guard container.traits.coverArt != nil else { return "no cover art is written to \(container.rawValue)" }
        guard container.canCopy(track) else { return "no cover art of this kind is written to \(container.rawValue)" }
        let key = MovieKeys.ofTheirOwn(metadata, named: settings.metadata.map(\.key), in: container).first
        return key.map { "\(container.rawValue) has either cover art or metadata of one's own, such as '\($0)'" }
    }
}
