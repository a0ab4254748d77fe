internal import MediaTime

extension SyntheticScene {
    /// What is written into a frame: its number, and its instant with the frame rate.
    static func captions(ofFrame number: Int64, at rate: FrameRate) -> (number: String, details: String) {
        // Milliseconds that have gone by, in whole numbers: 24 hours at any rate fit many times over.
        let milliseconds = Int128(number) * Int128(rate.denominator) * 1000 / Int128(rate.numerator)
        let time = "\(milliseconds / 1000).\(padded(milliseconds % 1000, to: 3)) S"
        return (padded(number, to: 6), "\(time)   \(rate) FPS")
    }

    private static func padded(_ number: some BinaryInteger, to length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }

    func drawCaptions(ofFrame number: Int64, on canvas: PlaneCanvas, in samples: inout MutableSpan<UInt8>) {
        let captions = Self.captions(ofFrame: number, at: frameRate)
        let ink = Colour(244, 246, 248)
        canvas.write(captions.number, at: layout.counter, cell: layout.counterCell, ink, in: &samples)
        canvas.write(captions.details, at: layout.caption, cell: layout.captionCell, ink, in: &samples)
    }
}
