internal import FFmpeg

extension PixelFormat {
    /// Whether samples are red, green and blue, also behind a sensor's filter (Bayer).
    var isOfRedGreenBlue: Bool { name.hasPrefix("bayer_") || inPlanes?.planes?.family == .rgb }
}
