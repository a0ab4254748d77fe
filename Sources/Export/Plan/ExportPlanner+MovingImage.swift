internal import MediaFormats
internal import MediaTime

/// What images that move can show.
extension ExportPlanner {
    /// Refuses a rate that browsers would not show, and a number of plays for what is no image.
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
        guard let image = container.traits.movingImage, case .constantFrameRate(let rate) = settings.timing else {
            return nil
        }
        let ticks = Int64(image.ticksPerSecond) * Int64(rate.denominator)
        guard ticks % Int64(rate.numerator) != 0 else { return nil }
        let least = ticks / Int64(rate.numerator)
        return
            "\(container.rawValue) counts time in 1/\(image.ticksPerSecond) s: at \(rate) fps frames last \(least) or \(least + 1) of "
            + "these, and none begins more than half of one too early or too late"
    }
}
