internal import MediaFormats
internal import MediaTime

/// What images that move can show.
extension ExportPlanner {
    /// Refuses a rate that browsers would not show, colours that the image does not have, and a number of plays for what is no
    /// image.
    func checkMovingImage() throws(ExportError) {
        guard let image = container.traits.movingImage else {
            guard settings.plays == nil else {
                throw ExportError(.settings, "\(container.rawValue) does not say how often it is played")
            }
            return
        }
        if let plays = settings.plays, !(1...Int(UInt16.max)).contains(plays) {
            throw ExportError(.settings, "\(container.rawValue) is played 1 to \(UInt16.max) times, or again and again")
        }
        if settings.dynamicRange == .keep, image.highRangePixelFormats.isEmpty {
            throw ExportError(
                .settings,
                "\(container.rawValue) has no high dynamic range: it becomes that of BT.709; avif keeps it"
            )
        }
        guard case .constantFrameRate(let rate) = settings.timing, rate > FrameRate(image.mostFramesPerSecond) else {
            return
        }
        throw ExportError(
            .settings,
            "\(container.rawValue) shows at most \(image.mostFramesPerSecond) frames a second, not \(rate): browsers show what comes "
                + "faster for a tenth of a second each"
        )
    }

    /// What is rounded; `nil` where nothing is.
    var movingImageWarning: String? {
        guard let perSecond = container.traits.movingImage?.ticksPerSecond,
            case .constantFrameRate(let rate) = settings.timing
        else { return nil }
        let ticks = Int64(perSecond) * Int64(rate.denominator)
        guard ticks % Int64(rate.numerator) != 0 else { return nil }
        let least = ticks / Int64(rate.numerator)
        return
            "\(container.rawValue) counts time in 1/\(perSecond) s: at \(rate) fps frames last \(least) or \(least + 1) of "
            + "these, and none begins more than half of one too early or too late"
    }

    /// What is said of the clip, and of its chapters, that the container has no place for.
    func omittedFacts(_ metadata: [MetadataItem], _ chapters: [Chapter]) -> [String] {
        var warnings: [String] = []
        if !container.traits.carriesMetadata, !metadata.isEmpty {
            let keys = metadata.map(\.key).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            let more = keys.count > Self.namedKeys ? " and \(keys.count - Self.namedKeys) more" : ""
            let names = keys.prefix(Self.namedKeys).joined(separator: ", ")
            warnings.append("\(container.rawValue) carries no metadata: left out are \(names)\(more)")
        }
        if !container.traits.carriesChapters, !chapters.isEmpty {
            let what = chapters.count == 1 ? "the chapter is" : "\(chapters.count) chapters are"
            warnings.append("\(container.rawValue) carries no chapters: \(what) left out")
        }
        return warnings
    }

    /// So many keys of metadata are named.
    private static var namedKeys: Int { 4 }
}
