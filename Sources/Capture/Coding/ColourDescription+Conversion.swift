internal import FFmpeg

extension ColourDescription {
    /// What samples stand for that libswscale has made of samples of these colours by a change of the pixel format alone.
    ///
    /// It takes formats whose names say so, and grey, for full range, and makes limited range of it; red, green and blue become luma
    /// and chroma by the matrix of BT.601 in limited range, whatever is stated.
    ///
    /// - Parameters:
    ///   - source: the pixel format of these samples.
    ///   - target: that of the converted ones.
    /// - Returns: the colours of the converted samples.
    func converted(from source: PixelFormat, to target: PixelFormat) -> ColourDescription {
        guard source != target else { return self }
        var colour = self
        if target.isOfRedGreenBlue {
            (colour.matrix, colour.range) = ("gbr", "pc")
        } else if source.isOfRedGreenBlue {
            (colour.matrix, colour.range) = ("smpte170m", "tv")
        } else if source.hasFullRange, !target.hasFullRange {
            colour.range = "tv"
        }
        return colour
    }
}

extension PixelFormat {
    /// Whether libswscale takes the samples for full range, whatever is said of them.
    fileprivate var hasFullRange: Bool { isGrey || isFullRangeByName }

    /// Whether its name says that samples of luma and chroma are of full range, as JPEG has them.
    var isFullRangeByName: Bool { name.hasPrefix("yuvj") }
}
